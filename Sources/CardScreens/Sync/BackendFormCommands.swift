import Terminal

/// The commands of the form for a backend. Letters are text, so none of them is a command.
enum BackendFormCommands {
    static let table = CommandTable([CommandTable.Section("Setting a backend", commands)], isInText: true)

    static let save = Command<BackendFormScreen>(
        "setup.save", keys: [.control("s")], title: "test the backend and save it", hint: "test and save",
        hintNow: { $0.isNarrow ? "save" : "test and save" }, also: ["store", "done", "ok", "submit"],
        isEnabled: { !$0.model.isTrying }, whyNot: { _ in "tests the backend, but a test is running" }
    ) {
        $0.save()
    }

    private static let commands: [Command<BackendFormScreen>] = [
        save,
        Command("setup.next", keys: [.tab, Key(.down)], title: "next field", hint: "next") { $0.moveFocus(by: 1) },
        Command("setup.previous", keys: [.shiftTab, Key(.up)], title: "previous field") { $0.moveFocus(by: -1) },
        Command(
            "setup.service", keys: [.enter, Key(.left), Key(.right)], title: "change the service",
            hint: "other service",
            isEnabled: { $0.focus == .service }, whyNot: { _ in "changes the service while its field is selected" }
        ) {
            $0.model.toggleService()
        },
        Command(
            "setup.share", keys: [.control("o")], title: "share with other devices instead", hint: "other devices",
            also: ["devices", "share", "vault"], isEnabled: { $0.app.sharing.canShare },
            whyNot: { _ in "shares the cards with other devices, but a demo cannot" }
        ) {
            $0.app.sharing.openForm()
        },
        .leave("setup.leave", hint: "cancel"),
    ]
}
