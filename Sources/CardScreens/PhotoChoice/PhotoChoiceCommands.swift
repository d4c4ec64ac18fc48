import Terminal

/// The commands of the file picker. Letters narrow the list, so none of them is a command.
enum PhotoChoiceCommands {
    static let table = CommandTable([CommandTable.Section("Choosing a file", commands)], isInText: true)

    static let open = Command<PhotoChoiceScreen>(
        "choose.open", keys: [.enter, Key(.right)], title: "choose the picture or open the folder",
        hintNow: { $0.openHint }
    ) {
        $0.open()
    }
    static let complete = Command<PhotoChoiceScreen>(
        "choose.complete", keys: [.tab], title: "complete the path or open the folder",
        hintNow: { $0.isPath ? "complete" : nil }
    ) {
        $0.complete()
    }

    private static let commands: [Command<PhotoChoiceScreen>] = [
        open,
        Command(
            "choose.up", keys: [Key(.left), Key(.up, .alt)], title: "parent folder", hint: "up",
            also: ["parent", "back"], isEnabled: { $0.model.folderLabel != "/" },
            whyNot: { _ in "opens the parent folder, but there is none" }
        ) {
            $0.app.pictures.goUp(in: $0.model)
        },
        complete,
        Command(
            "choose.mark", keys: [.control("t")], title: "mark to import several files, or a whole folder",
            hintNow: { $0.canMark ? "mark" : nil }, also: ["several", "select", "folder", "all"],
            isEnabled: { $0.canMark },
            whyNot: {
                $0.model.purpose == .importCards
                    ? "marks files and folders to import, but not this row"
                    : "marks files to import, but this chooses one picture"
            }
        ) {
            $0.toggleMark()
        },
        Command(
            "choose.recent", keys: [.control("r")], title: "folders used recently", hint: "recent",
            also: ["folders"], isEnabled: { $0.model.hasRecent },
            whyNot: { _ in "shows recent folders, but there are none yet" }
        ) {
            $0.model.toggleRecent()
        },
        Command("choose.hidden", keys: [.alt("."), .alt("h")], title: "show or hide hidden files", hint: "hidden") {
            $0.model.toggleHidden()
        },
        Command(
            "choose.leave", keys: [.escape], title: "clear the typed text, then back", hint: "back", leaves: true
        ) {
            $0.leave()
        },
    ]
}
