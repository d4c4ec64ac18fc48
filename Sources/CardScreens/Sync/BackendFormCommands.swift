import Terminal

/// The commands of the form for a backend. Letters are text, so none of them is a command.
enum BackendFormCommands {
    static let table = CommandTable([CommandTable.Section("Setting a backend", commands)], isInText: true)

    static let save = Command<BackendFormScreen>(
        "setup.save", [.control("s")], "test the backend and save it", hint: "test and save",
        hintNow: { $0.isNarrow ? "save" : "test and save" }, also: ["store", "done", "ok", "submit"],
        when: Requirement("tests the backend, but a test is running") { !$0.model.isTrying }
    ) {
        $0.save()
    }

    private static let commands: [Command<BackendFormScreen>] = [
        save,
        Command("setup.next", [.tab, .down], "next field", hint: "next") { $0.moveFocus(by: 1) },
        Command("setup.previous", [.shiftTab, .up], "previous field") { $0.moveFocus(by: -1) },
        Command(
            "setup.service", [.enter, .left, .right], "change the service", hint: "other service",
            when: Requirement("changes the service while its field is selected") { $0.focus == .service }
        ) {
            $0.model.toggleService()
        },
        Command(
            "setup.share", [.control("o")], "share with other devices instead", hint: "other devices",
            also: ["devices", "share", "vault"],
            when: Requirement("shares the cards with other devices, but a demo cannot") { $0.app.sharing.canShare }
        ) {
            $0.app.sharing.openForm()
        },
        .leave("setup", hint: "cancel"),
    ]
}
