import Terminal

/// The commands while the path of a file is typed. Letters are text, so none of them is a command.
enum FileChoiceCommands {
    static let table = CommandTable([CommandTable.Section("File", commands)], isInText: true)

    private static let commands: [Command<FileChoiceScreen>] = [
        Command(
            "file.finish", keys: [.enter], title: "import or save the file",
            hintNow: { $0.texts.hint }, also: ["save", "ok", "import", "export", "write"], isEnabled: { $0.hasPath },
            whyNot: { _ in Refusal("needs a path; choose a file", remedy: "file.choose") }
        ) {
            $0.finish()
        },
        Command("file.complete", keys: [.tab], title: "complete the path", hint: "complete") { $0.complete() },
        Command(
            "file.choose", keys: [.control("o")], title: "choose the file from a folder", hint: "choose",
            also: ["browse", "folder", "open", "pick"], isEnabled: { $0.model.purpose == .importCards },
            whyNot: { _ in "chooses a file to import, but this one is saved" }
        ) {
            $0.app.pictures.chooseImport()
        },
        Command(
            "file.password", keys: [.control("p")], title: "encrypt the file with a password",
            hintNow: { $0.canEncrypt ? "password" : nil }, also: ["encrypt", "secret", "aes", "zip"],
            isEnabled: { $0.canEncrypt }, whyNot: { _ in "encrypts an archive of Catima, but this file is none" }
        ) {
            $0.app.transfer.exports.askPassword($0.model)
        },
        .leave("file.leave"),
    ]
}
