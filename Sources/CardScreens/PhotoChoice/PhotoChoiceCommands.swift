import Terminal

/// The commands of the file picker. Letters narrow the list, so none of them is a command.
enum PhotoChoiceCommands {
    static let table = CommandTable(
        [
            CommandTable.Section("Choosing a file", commands),
            CommandTable.Section("Moving", Command.movesInFilter("choose.row-")),
        ], isInText: true)

    static let open = Command<PhotoChoiceScreen>(
        "choose.open", [.enter, .right], "choose the picture or open the folder", hintNow: { $0.openHint }
    ) {
        $0.accept()
    }
    static let complete = Command<PhotoChoiceScreen>(
        "choose.complete", [.tab], "complete the path or open the folder", hintNow: { $0.isPath ? "complete" : nil }
    ) {
        $0.complete()
    }

    private static let commands: [Command<PhotoChoiceScreen>] = [
        open,
        Command(
            "choose.up", [.left, Key(.up, .alt)], "parent folder", hint: "up", also: ["parent", "back"],
            when: Requirement("opens the parent folder, but there is none") { $0.model.folderLabel != "/" }
        ) {
            $0.app.pictures.goUp(in: $0.model)
        },
        complete,
        Command(
            "choose.mark", [.control("t")], "mark to import several files, or a whole folder",
            hintNow: { $0.canMark ? "mark" : nil }, also: ["several", "select", "folder", "all"],
            when: Requirement(
                isMet: { $0.canMark },
                refusal: {
                    $0.model.purpose == .importCards
                        ? "marks files and folders to import, but not this row"
                        : "marks files to import, but only one picture can be chosen here"
                })
        ) {
            $0.toggleMark()
        },
        Command(
            "choose.recent", [.control("r")], "folders used recently", hint: "recent", also: ["folders"],
            when: Requirement("shows recent folders, but there are none yet") { $0.model.hasRecent }
        ) {
            $0.model.toggleRecent()
        },
        Command("choose.hidden", [.alt("."), .alt("h")], "show or hide hidden files", hint: "hidden") {
            $0.model.toggleHidden()
        },
        Command("choose.leave", [.escape], "clear the typed text, then back", hint: "back", leaves: true) {
            $0.leave()
        },
    ]
}
