import Terminal

/// The commands of the conflict screen.
enum ConflictCommands {
    static let table = CommandTable([CommandTable.Section("Conflict", deciding + moving)])

    static let mine = Command<ConflictScreen>(
        "conflict.mine", keys: [Key("m"), Key(.left)], title: "keep my value of this field", hint: "mine",
        also: ["ours", "keep"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.decideMine()
    }
    static let theirs = Command<ConflictScreen>(
        "conflict.theirs", keys: [Key("t"), Key(.right)], title: "use their value of this field, again the next one",
        hint: "theirs",
        also: ["accept"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.decideTheirs()
    }
    static let save = Command<ConflictScreen>(
        "conflict.save", keys: [.enter, .control("s")], title: "save the decisions; other fields stay open",
        hint: "save", also: ["done", "ok", "apply"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.save()
    }
    static let leave = Command<ConflictScreen>.leave(
        "conflict.leave", title: "leave (asks if there are decisions)")
    static let undo = Command<ConflictScreen>.undo("conflict.undo", isEnabled: { $0.hasFocus })

    private static let deciding: [Command<ConflictScreen>] = [
        mine, theirs, save,
        Command(
            "conflict.write", keys: [Key("e")], title: "edit the field", hint: "edit",
            also: ["type", "edit", "modify"],
            isEnabled: { $0.canWrite }, whyNot: { _ in "edits a text field, but this is not one" }
        ) {
            $0.beginWriting()
        },
        Command(
            "conflict.next", keys: [.tab, Key("j"), Key(.down)], title: "next field", hint: "next",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.move(by: 1)
        },
        Command(
            "conflict.previous", keys: [.shiftTab, Key("k"), Key(.up)], title: "previous field",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.move(by: -1)
        },
        Command(
            "conflict.all-mine", keys: [Key("<")], title: "keep my values in all fields", hint: "all mine",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.decideAllMine()
        },
        Command(
            "conflict.all-theirs", keys: [Key(">")], title: "use their values in all fields",
            hint: "all theirs",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.model.decideAllTheirs()
        },
        Command(
            "conflict.leave-open", keys: [Key(.backspace)], title: "reset this field",
            also: ["reset", "clear", "undo choice"],
            isEnabled: { $0.isDecided }, whyNot: { _ in "resets a decision, but this field has none" }
        ) {
            $0.decide(nil)
        },
        undo,
        .redo("conflict.redo", isEnabled: { $0.hasFocus }),
        leave,
    ]

    private static let moving: [Command<ConflictScreen>] = [
        Command(
            "conflict.page-down", keys: [Key(.pageDown), .control("d"), Key(" ")], title: "a page down",
            isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
        ) {
            $0.scroll(by: $0.page)
        },
        Command(
            "conflict.page-up", keys: [Key(.pageUp), .control("u")], title: "a page up", isEnabled: { $0.hasFocus },
            whyNot: { _ in .settled }
        ) {
            $0.scroll(by: -$0.page)
        },
        Command(
            "conflict.first", keys: [Key("g"), Key(.home)], title: "first field", isEnabled: { $0.hasSeveralFields },
            whyNot: { _ in .oneField }
        ) {
            $0.focusField(at: 0)
        },
        Command(
            "conflict.last", keys: [Key("G"), Key(.end)], title: "last field", isEnabled: { $0.hasSeveralFields },
            whyNot: { _ in .oneField }
        ) {
            $0.focusField(at: $0.model.fields.count - 1)
        },
    ]
}

/// The commands while a field's value is typed. Letters are text, so none of them is a command.
enum WritingCommands {
    static let table = CommandTable([CommandTable.Section("Editing a field", commands)], isInText: true)

    private static let commands: [Command<ConflictScreen>] = [
        Command("writing.save", keys: [.control("s")], title: "done, and save", hint: "save") {
            $0.saveWritten()
        },
        Command("writing.take", keys: [.tab], title: "done", hint: "done") { $0.endWriting() },
        Command(
            "writing.take-line", keys: [.enter], title: "done, in a single line",
            isEnabled: { !$0.isWritingLines }
        ) {
            $0.endWriting()
        },
        Command("writing.discard", keys: [.escape], title: "discard the edit", hint: "discard") { $0.stopWriting() },
    ]
}
