import Terminal

/// The commands of the file picker. Letters narrow the list, so none of them is a command.
enum PhotoChoiceCommands {
    static let table = CommandTable([CommandTable.Section("Choosing a file", commands)], isInText: true)

    static let open = Command<PhotoChoiceScreen>(
        "choose.open", keys: [.enter, Key(.right)], title: "take the picture, go into the folder", hint: "take"
    ) {
        $0.open()
    }
    static let complete = Command<PhotoChoiceScreen>(
        "choose.complete", keys: [.tab], title: "complete a typed path; go into the folder"
    ) {
        $0.complete()
    }

    private static let commands: [Command<PhotoChoiceScreen>] = [
        open,
        Command(
            "choose.up", keys: [Key(.left), Key(.up, .alt)], title: "the folder around it", hint: "up",
            also: ["parent", "back"], isEnabled: { $0.model.folderLabel != "/" },
            whyNot: { _ in "goes to the folder around this one, and there is none" }
        ) {
            $0.app.pictures.goUp(in: $0.model)
        },
        complete,
        Command(
            "choose.recent", keys: [.control("r")], title: "the folders that photos came from", hint: "recent",
            also: ["folders"], isEnabled: { $0.model.hasRecent },
            whyNot: { _ in "shows recent folders, and there are none yet" }
        ) {
            $0.model.toggleRecent()
        },
        Command("choose.hidden", keys: [.alt("."), .alt("h")], title: "hidden files too, or not", hint: "hidden") {
            $0.model.toggleHidden()
        },
        Command("choose.leave", keys: [.escape], title: "forget what was typed; back", hint: "back") { $0.leave() },
    ]
}
