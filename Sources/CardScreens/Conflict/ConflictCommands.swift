import Terminal

/// The commands of the conflict screen.
enum ConflictCommands {
    static let table = CommandTable([CommandTable.Section("Resolving conflicts", deciding + moving)])

    static let mine = Command<ConflictScreen>(
        "conflict.mine", ["m", .left], "keep my value of this field", hint: "mine", also: ["ours", "keep"],
        when: .conflict.and(.mine { $0.canDecideMine })
    ) {
        $0.decideMine()
    }
    static let theirs = Command<ConflictScreen>(
        "conflict.theirs", ["t", .right], "use their value of this field; again: the next one", hint: "theirs",
        also: ["accept"], when: .conflict
    ) {
        $0.decideTheirs()
    }
    static let save = Command<ConflictScreen>(
        "conflict.save", [.enter, .control("s")], "save the decisions; other fields stay open",
        hintNow: { $0.hasDecisions ? "save" : nil }, also: ["done", "ok", "apply"], when: .conflict
    ) {
        $0.save()
    }
    static let leave = Command<ConflictScreen>.leave("conflict", title: "leave (asks if there are decisions)")

    private static let deciding: [Command<ConflictScreen>] = [
        save, mine, theirs,
        Command(
            "conflict.write", ["e"], "edit the field", hint: "edit", also: ["type", "edit", "modify"],
            when: Requirement("edits a text field, but this is not one") { $0.canWrite }
        ) {
            $0.beginWriting()
        },
        Command(
            "conflict.all-mine", ["<"], "keep my values in all fields", hint: "all mine",
            when: .severalFields.and(.mine { $0.canDecideAllMine })
        ) {
            $0.model.decideAllMine()
        },
        Command(
            "conflict.all-theirs", [">"], "use their values in all fields", hint: "all theirs", when: .severalFields
        ) {
            $0.model.decideAllTheirs()
        },
        Command("conflict.next", [.tab, "j", .down], "next field", hint: "next", when: .severalFields) {
            $0.move(by: 1)
        },
        Command("conflict.previous", [.shiftTab, "k", .up], "previous field", when: .severalFields) {
            $0.move(by: -1)
        },
        Command(
            "conflict.leave-open", [.backspace], "reset this field", also: ["reset", "clear", "undo choice"],
            when: Requirement("resets a decision, but this field has none") { $0.isDecided }
        ) {
            $0.decide(nil)
        },
        .undo("conflict", when: .undoable),
        .redo("conflict", when: .redoable),
        leave,
    ]

    private static let moving: [Command<ConflictScreen>] = [
        Command(
            "conflict.page-down", [.pageDown, .control("d"), " "], "a page down", when: .conflict,
            shared: "rows.page-down"
        ) {
            $0.scroll(by: $0.page)
        },
        Command("conflict.page-up", [.pageUp, .control("u")], "a page up", when: .conflict, shared: "rows.page-up") {
            $0.scroll(by: -$0.page)
        },
        Command("conflict.first", ["g", .home], "first field", when: .severalFields, shared: "rows.first") {
            $0.focusField(at: 0)
        },
        Command("conflict.last", ["G", .end], "last field", when: .severalFields, shared: "rows.last") {
            $0.focusField(at: $0.model.fields.count - 1)
        },
    ]
}

extension Requirement<ConflictScreen> {
    fileprivate static var conflict: Requirement {
        Requirement("chooses between values, but there is no conflict") { $0.hasFocus }
    }
    fileprivate static var undoable: Requirement {
        Requirement("undoes a change, but there is none to undo") { $0.hasFocus }
    }
    fileprivate static var redoable: Requirement {
        Requirement("redoes a change, but there is none to redo") { $0.hasFocus }
    }
    /// Of a device that wrote one of the values; a third one reads what others wrote.
    fileprivate static func mine(_ isMet: @escaping @MainActor (ConflictScreen) -> Bool) -> Requirement {
        Requirement(isMet: isMet) { Refusal($0.reasonAgainstMine, remedy: "conflict.theirs") }
    }
    fileprivate static var severalFields: Requirement {
        Requirement("needs at least two fields in conflict") { $0.hasSeveralFields }
    }
}

/// The commands while a field's value is typed. Letters are text, so none of them is a command.
enum WritingCommands {
    static let table = CommandTable([CommandTable.Section("Editing a field in conflict", commands)], isInText: true)

    private static let commands: [Command<ConflictScreen>] = [
        Command("writing.save", [.control("s")], "done, and save", hint: "save") {
            $0.saveWritten()
        },
        Command("writing.take", [.tab], "done", hint: "done") { $0.endWriting() },
        Command("writing.take-line", [.enter], "done, in a single line", when: .silent { !$0.isWritingLines }) {
            $0.endWriting()
        },
        Command("writing.discard", [.escape], "discard the edit", hint: "discard") { $0.stopWriting() },
    ]
}
