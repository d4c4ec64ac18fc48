import Terminal

/// The commands while the path of a file is typed. Letters are text, so none of them is a command.
enum FileChoiceCommands {
    static let table = CommandTable([CommandTable.Section("File", commands)], isInText: true)

    private static let commands: [Command<FileChoiceScreen>] = [
        Command(
            "file.finish", [.enter], "import or save the file", hintNow: { $0.texts.hint },
            also: ["save", "ok", "import", "export", "write"],
            when: Requirement(Refusal("needs a path; choose a file", remedy: "file.choose")) { $0.hasPath }
        ) {
            $0.finish()
        },
        Command("file.complete", [.tab], "complete the path", hint: "complete") { $0.complete() },
        Command(
            "file.choose", [.control("o")], "choose the file from a folder", hint: "choose",
            also: ["browse", "folder", "open", "pick"],
            when: Requirement("chooses a file to import, but here a file is saved") { $0.model.purpose == .importCards }
        ) {
            $0.app.pictures.chooseImport()
        },
        Command(
            "file.password", [.control("p")], "encrypt the file with a password",
            hintNow: { $0.canEncrypt ? "password" : nil }, also: ["encrypt", "secret", "aes", "zip"],
            when: Requirement("encrypts a Catima archive, but this file is not one") { $0.canEncrypt }
        ) {
            $0.app.transfer.exports.askPassword($0.model)
        },
        .leave("file"),
    ]
}
