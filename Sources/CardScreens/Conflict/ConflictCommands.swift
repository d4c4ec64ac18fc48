import Terminal

/// The commands of the conflict screen.
enum ConflictCommands {
    static let table = CommandTable([CommandTable.Section("Yours or theirs", deciding + moving)])

    static let mine = Command<ConflictScreen>(
        "conflict.mine", keys: [Key("m"), Key(.left)], title: "keep yours in this field", hint: "mine",
        also: ["ours", "keep"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.decide(.mine)
    }
    static let theirs = Command<ConflictScreen>(
        "conflict.theirs", keys: [Key("t"), Key(.right)], title: "take theirs in this field", hint: "theirs",
        also: ["accept"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.decide(.theirs)
    }
    static let save = Command<ConflictScreen>(
        "conflict.save", keys: [.enter, .control("s")], title: "save what is chosen; the rest stays open",
        hint: "save", also: ["done", "ok", "apply"], isEnabled: { $0.hasFocus }, whyNot: { _ in .settled }
    ) {
        $0.save()
    }
    static let leave = Command<ConflictScreen>.leave(
        "conflict.leave", title: "leave; asks when something was chosen")
    static let undo = Command<ConflictScreen>.undo("conflict.undo", isEnabled: { $0.hasFocus })

    private static let deciding: [Command<ConflictScreen>] = [
        mine, theirs, save,
        Command(
            "conflict.write", keys: [Key("e")], title: "write the field anew", hint: "edit",
            also: ["type", "edit", "modify"],
            isEnabled: { $0.canWrite }, whyNot: { _ in "writes a text field anew, and this is none" }
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
            "conflict.all-mine", keys: [Key("<")], title: "keep yours in all fields", hint: "all mine",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.model.decideAll(.mine)
        },
        Command(
            "conflict.all-theirs", keys: [Key(">")], title: "take theirs in all fields", hint: "all theirs",
            isEnabled: { $0.hasSeveralFields }, whyNot: { _ in .oneField }
        ) {
            $0.model.decideAll(.theirs)
        },
        Command(
            "conflict.leave-open", keys: [Key(.backspace)], title: "take the choice back",
            also: ["reset", "clear", "undo choice"],
            isEnabled: { $0.isDecided }, whyNot: { _ in "takes a choice back, and none is made here" }
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
    static let table = CommandTable([CommandTable.Section("Writing a field", commands)], isInText: true)

    private static let commands: [Command<ConflictScreen>] = [
        Command("writing.take", keys: [.tab], title: "take it", hint: "take it") { $0.endWriting() },
        Command(
            "writing.take-line", keys: [.enter], title: "take it, where it is one line",
            isEnabled: { !$0.isWritingLines }
        ) {
            $0.endWriting()
        },
        Command("writing.discard", keys: [.escape], title: "as it was", hint: "as it was") { $0.stopWriting() },
        Command("writing.save", keys: [.control("s")], title: "take it and save", hint: "take it and save") {
            $0.saveWritten()
        },
    ]
}
