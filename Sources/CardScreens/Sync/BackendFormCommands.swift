import Terminal

/// The commands of the form for a backend. Letters are text, so none of them is a command.
enum BackendFormCommands {
    static let table = CommandTable([CommandTable.Section("Setting a backend", commands)], isInText: true)

    static let save = Command<BackendFormScreen>(
        "setup.save", keys: [.control("s")], title: "try the backend and save it", hint: "try and save",
        also: ["store", "done", "ok", "submit"], isEnabled: { $0.model.canSave },
        whyNot: {
            $0.model.isTrying
                ? "tries the backend, which is being tried already" : "tries the address, and none is typed"
        }
    ) {
        $0.model.save()
    }

    private static let commands: [Command<BackendFormScreen>] = [
        save,
        Command("setup.next", keys: [.tab, Key(.down)], title: "next field", hint: "next") { $0.moveFocus(by: 1) },
        Command("setup.previous", keys: [.shiftTab, Key(.up)], title: "previous field") { $0.moveFocus(by: -1) },
        Command(
            "setup.service", keys: [.enter, Key(.left), Key(.right)], title: "the other service", hint: "other service",
            isEnabled: { $0.focus == .service }, whyNot: { _ in "chooses the service where that is selected" }
        ) {
            $0.model.toggleService()
        },
        .leave("setup.leave", hint: "cancel"),
    ]
}
