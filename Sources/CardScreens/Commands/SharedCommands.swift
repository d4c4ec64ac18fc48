import Terminal

/// Commands that several screens have, with a separate name in the settings for each screen.
extension Command where Screen: CardScreens.Screen {
    static func undo(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("u")], title: "undo the last change", also: ["take back", "revert", "oops", "mistake"],
            isEnabled: isEnabled, whyNot: { _ in "undoes a change, but there is none to undo" }
        ) {
            $0.app.history.undo()
        }
    }

    static func redo(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [.control("r")], title: "redo what was undone", also: ["again", "repeat"],
            isEnabled: isEnabled, whyNot: { _ in "redoes a change, but there is none to redo" }
        ) {
            $0.app.history.redo()
        }
    }

    static func history(_ name: String, title: String) -> Command {
        Command(name, keys: [Key("H")], title: title, also: ["log", "past", "versions", "journal", "audit"]) {
            $0.app.history.openHistory()
        }
    }

    static func synchronize(_ name: String, hint: String? = nil) -> Command {
        Command(
            name, keys: [Key("S")], title: "sync now: download and upload", hint: hint,
            also: ["sync", "synchronize", "refresh", "update", "download", "upload", "send to the server", "reload"],
            isEnabled: { $0.app.sync.hasBackend },
            whyNot: {
                $0.app.isDemo
                    ? "syncs your own cards, not the demo's"
                    : Refusal(
                        "syncs with a backend, but none is set", remedy: name.prefix { $0 != "." } + ".backend")
            }
        ) {
            $0.app.sync.synchronize()
        }
    }

    static func backend(_ name: String) -> Command {
        Command(
            name, keys: [Key("B")], title: "backend and sync state",
            also: ["server", "status", "cloud", "account", "backend"],
            isEnabled: { !$0.app.isDemo }, whyNot: { _ in "shows the backend, but the demo has none" }
        ) {
            $0.app.sync.open()
        }
    }

    static func backups(_ name: String, key: Key) -> Command {
        Command(
            name, keys: [key], title: "automatic backups", also: ["backup"],
            isEnabled: { !$0.app.isDemo }, whyNot: { _ in "shows the backups of your own cards, not the demo's" }
        ) {
            $0.app.backups.open()
        }
    }

    static func barcode(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("b")], title: "barcode on the full screen", hint: "barcode",
            also: ["qr", "code", "print", "counter", "checkout"], isEnabled: isEnabled, whyNot: { _ in .noCard }
        ) {
            $0.app.barcodes.open()
        }
    }

    static func readBarcode(_ name: String, title: String) -> Command {
        Command(name, keys: [Key("R")], title: title, also: ["scan", "read", "camera", "webcam", "pdf", "qr"]) {
            $0.app.scans.readBarcode()
        }
    }

    static func share(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [], title: "share: code (QR) that gives the card to a phone",
            also: ["send", "phone", "catima", "hand over", "give", "transfer", "link"], isEnabled: isEnabled,
            whyNot: { _ in .noCard }
        ) {
            $0.app.barcodes.open(.share)
        }
    }

    static func edit(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("e")], title: "edit the card", hint: "edit",
            also: ["modify", "rename", "change", "update card", "correct"],
            isEnabled: isEnabled, whyNot: { _ in .noCard }
        ) {
            $0.app.forms.editCurrent()
        }
    }

    static func book(
        _ name: String, hint: String? = nil, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }
    ) -> Command {
        Command(
            name, keys: [Key("$")], title: "spend or receive an amount", hint: hint,
            also: ["spend", "receive", "pay", "balance", "ledger", "money", "points", "top up"], isEnabled: isEnabled,
            whyNot: { _ in .noCard }
        ) {
            $0.app.cards.book()
        }
    }

    static func ledger(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("L")], title: "ledger: what was spent and received",
            also: ["ledger", "bookings", "entries", "transactions", "statement", "spent", "received"],
            isEnabled: isEnabled, whyNot: { _ in .noCard }
        ) {
            $0.app.cards.openLedger()
        }
    }

    static func editText(_ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool = { _ in true }) -> Command {
        Command(
            name, keys: [Key("E")], title: "edit the card as text, in $VISUAL or $EDITOR",
            also: ["yaml", "vim", "nano", "emacs", "editor", "raw"], isEnabled: isEnabled, whyNot: { _ in .noCard }
        ) {
            $0.app.editor.editCurrent()
        }
    }

    static func renew(
        _ name: String, isEnabled: @escaping @MainActor (Screen) -> Bool,
        hintNow: @escaping @MainActor (Screen) -> String? = { _ in nil }
    ) -> Command {
        Command(
            name, keys: [Key("r")], title: "renew: set a new last day", hintNow: hintNow,
            also: ["renew", "extend", "prolong", "expiry", "expires", "another year"], isEnabled: isEnabled,
            whyNot: { _ in .noCard }
        ) {
            $0.app.cards.pickRenewal()
        }
    }

    static func leave(
        _ name: String, keys: [Key] = [.escape], title: String = "back", hint: String? = "back"
    ) -> Command {
        Command(name, keys: keys, title: title, hint: hint, leaves: true, also: ["leave", "return"]) { $0.app.back() }
    }
}

/// Keys of widgets, which settings cannot change.
enum WidgetKeys {
    /// The keys of every text field: those of emacs and readline.
    static let editing = HelpView.Section(
        "Text",
        [
            KeyHint(key: "Ctrl-A Ctrl-E", text: "to the start, end of the line"),
            KeyHint(key: "Alt-B Alt-F", text: "a word back, forward"),
            KeyHint(key: "Ctrl-W Alt-D", text: "cut the word before, after"),
            KeyHint(key: "Ctrl-K Ctrl-U", text: "cut to the end, to the start"),
            KeyHint(key: "Ctrl-Y", text: "paste what was cut"),
            KeyHint(key: "Ctrl-_", text: "undo"),
        ])

    /// The keys of the slider while it is shown.
    static let slider = [
        KeyHint(key: "← →", text: "move"), KeyHint(key: "0-9", text: "tenths"), KeyHint(.enter, "done"),
        KeyHint(.escape, "cancel"),
    ]
}
