import Terminal

/// Commands that several screens have, with a separate name in the settings for each screen.
extension Command where Screen: CardScreens.Screen {
    static func undo(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("u")], title: "undo the last change", also: ["take back", "revert"], isEnabled: isEnabled
        ) {
            $0.app.history.undo()
        }
    }

    static func redo(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [.control("r")], title: "do again what was undone", also: ["redo", "repeat"],
            isEnabled: isEnabled
        ) {
            $0.app.history.redo()
        }
    }

    static func synchronize(_ name: String, hint: String? = nil) -> Command {
        Command(
            name, keys: [Key("S")], title: "download and upload now", hint: hint,
            also: ["synchronize", "refresh", "update"], isEnabled: { $0.app.sync.hasBackend }
        ) {
            $0.app.sync.synchronize()
        }
    }

    static func backend(_ name: String) -> Command {
        Command(
            name, keys: [Key("B")], title: "sync: backend, what waits", also: ["server", "status", "upload"],
            isEnabled: { !$0.app.isDemo }
        ) {
            $0.app.sync.open()
        }
    }

    static func barcode(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("b")], title: "the barcode, full screen", hint: "barcode", also: ["qr", "scan"],
            isEnabled: isEnabled
        ) {
            $0.app.barcodes.open()
        }
    }

    static func readBarcode(_ name: String, title: String) -> Command {
        Command(name, keys: [Key("R")], title: title, also: ["scan"]) { $0.app.scans.readBarcode() }
    }

    static func edit(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("e")], title: "edit the card", hint: "edit", also: ["modify", "rename"],
            isEnabled: isEnabled
        ) {
            $0.app.forms.editCurrent()
        }
    }

    static func leave(
        _ name: String, keys: [Key] = [.escape], title: String = "back", hint: String? = "back"
    ) -> Command {
        Command(name, keys: keys, title: title, hint: hint, also: ["leave", "return"]) { $0.app.back() }
    }
}

/// Keys of widgets, which settings cannot change.
enum WidgetKeys {
    /// The keys of every text field: those of emacs and readline.
    static let editing = HelpView.Section(
        "Text",
        [
            KeyHint(key: "Ctrl-A Ctrl-E", text: "start and end of the line"),
            KeyHint(key: "Alt-B Alt-F", text: "a word back and forward"),
            KeyHint(key: "Ctrl-W Alt-D", text: "cut the word before and behind"),
            KeyHint(key: "Ctrl-K Ctrl-U", text: "cut to the end and to the start"),
            KeyHint(key: "Ctrl-Y", text: "put back what was cut"),
            KeyHint(key: "Ctrl-_", text: "undo"),
        ])

    /// The keys of the slider while it is shown.
    static let slider = [
        KeyHint(key: "← →", text: "move"), KeyHint(key: "0-9", text: "tenths"), KeyHint(.enter, "done"),
        KeyHint(.escape, "as it was"),
    ]
}
