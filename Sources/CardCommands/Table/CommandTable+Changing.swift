/// The commands that change cards, and those that bring back.
extension CommandTable {
    static let changingCommands: [CommandSpec] = [
        editCommand,
        RenewCommand.spec,
        CommandSpec(
            name: .star, operand: .card, isOperandRequired: false, isOperandRepeatable: true, options: severalOptions,
            summary: "Keep cards at the top of the list", details: severalCards,
            examples: ["star Tesco \"elm gym\"", "star --all group:travel --dry-run"]),
        CommandSpec(
            name: .unstar, operand: .card, isOperandRequired: false, isOperandRepeatable: true, options: severalOptions,
            summary: "Undo star", details: severalCards, examples: ["unstar Tesco", "unstar --all is:starred"]),
        CommandSpec(
            name: .archive, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
            options: severalOptions,
            summary: "Move cards to the end of the list", details: severalCards,
            examples: ["archive Tesco", "archive --all is:expired --dry-run"]),
        CommandSpec(
            name: .unarchive, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
            options: severalOptions, summary: "Undo archive", details: severalCards,
            examples: ["unarchive Tesco", "unarchive --all \"is:archived group:travel\""]),
        CommandSpec(
            name: .use, operand: .card, isOperandRequired: false, isOperandRepeatable: true, options: severalOptions,
            summary: "Mark vouchers as used, and archive them",
            details: severalCards
                + " What is left of an amount of money is spent: an entry in the ledger. unarchive brings the card back.",
            examples: ["use \"20 % off\"", "use --all \"group:vouchers is:expired\" --dry-run"]),
        CommandSpec(
            name: .groupAdd, firstOperands: [.group], operand: .card, isOperandRequired: false,
            isOperandRepeatable: true, options: severalOptions, summary: "Add cards to a group", details: severalCards,
            examples: ["group add food Tesco lidl", "group add travel --all \"bus train\""]),
        CommandSpec(
            name: .groupRemove, firstOperands: [.group], operand: .card, isOperandRequired: false,
            isOperandRepeatable: true, options: severalOptions, summary: "Take cards out of a group",
            details: severalCards,
            examples: ["group remove food Tesco", "group remove old --all group:old"]),
        CommandSpec(
            name: .groupRename, firstOperands: [.group], operand: .text("NEW-NAME"), options: [dryRun, json],
            summary: "Rename a group in all its cards",
            details: "If there is a group of the new name, the two become one. The whole change is one step for undo.",
            examples: ["group rename food groceries", "group rename travel Travel --dry-run"]),
        CommandSpec(
            name: .groupList, options: [json], summary: "List the groups with the number of their cards",
            examples: ["group list", "group list --json"]),
        CommandSpec(
            name: .duplicate, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
            options: severalOptions, summary: "Copy cards and print the new identifiers",
            details: severalCards + " A copy has all fields and photos of its card, but not its secret fields.",
            examples: ["duplicate Tesco", "duplicate --all group:templates"]),
        CommandSpec(
            name: .remove, operand: .card, isOperandRequired: false, isOperandRepeatable: true, options: severalOptions,
            summary: "Move cards to the trash",
            details: severalCards + " It does not ask, and says how to bring the cards back.",
            examples: ["remove Tesco", "remove --all \"is:expired is:archived\" --dry-run"]),
        CommandSpec(
            name: .trashList, options: [json], summary: "List the deleted cards",
            details: "The most recently deleted come first. When piped: name, number, when, identifier.",
            examples: ["trash list", "trash list --json"]),
        CommandSpec(
            name: .trashRestore, operand: .card, isOperandRepeatable: true, options: [json],
            summary: "Bring deleted cards back", details: "CARD is an identifier, a name, or words of one.",
            examples: ["trash restore Tesco", "trash restore 3f2a91c07b5d4e68"]),
        CommandSpec(
            name: .trashEmpty, operand: .card, isOperandRequired: false, isOperandRepeatable: true,
            options: [dryRun, OptionSpec("yes", "Delete them without a question"), json],
            summary: "Delete cards forever",
            details: """
                All cards of the trash, or only those named, with their history, their photos and drafts. It cannot be \
                undone, and asks first; where there is no terminal, --yes is needed.
                """, examples: ["trash empty --dry-run", "trash empty Tesco", "trash empty --yes"]),
        CommandSpec(
            name: .undo, operand: .text("N"), isOperandRequired: false, options: [json],
            summary: "Undo the last change of cards",
            details: "\(steps) If there is nothing left to undo, the exit code is 1.",
            examples: ["undo", "undo 3"]),
        CommandSpec(
            name: .redo, operand: .text("N"), isOperandRequired: false, options: [json],
            summary: "Redo what was undone last",
            details: "\(steps) A new change after an undo discards what could be redone.",
            examples: ["redo", "redo 2"]),
        HistoryCommand.spec,
    ]

    private static let dryRun = OptionSpec("dry-run", "Show what would change, and change nothing")
    static let all = OptionSpec(
        "all", takes: .text("WORDS"), "All cards that the search on the screen finds, archived ones, too")
    private static let severalOptions = [all, dryRun, json]
    private static let severalCards =
        "CARD is an identifier, a name, or words that find no other card. If one is not found or matches several cards, "
        + "nothing is changed and the exit code is 1. The whole change is one step for undo."
    private static let steps = "N is the number of steps. A step is all that one command or one key changed."
}
