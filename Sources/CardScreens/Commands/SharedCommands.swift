import Cards
import Terminal

/// Commands that several screens have, with a separate name in the settings for each screen.
extension Command where Screen: CardScreens.Screen {
    static func undo(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).undo", ["u"], "undo the last change", also: ["take back", "revert", "oops", "mistake"],
            when: requirement, shared: "screen.undo"
        ) {
            $0.app.history.undo()
        }
    }

    static func redo(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).redo", [.control("r")], "redo what was undone", also: ["again", "repeat"], when: requirement,
            shared: "screen.redo"
        ) {
            $0.app.history.redo()
        }
    }

    /// - Parameter name: differs for forms, which are cancelled.
    static func leave(
        _ prefix: String, name: String = "leave", keys: [Key] = [.escape], title: String = "back",
        hint: String? = "back", also: [String] = ["leave", "return"]
    ) -> Command {
        Command(
            "\(prefix).\(name)", keys, title, hint: hint, leaves: true, also: also, shared: "screen.leave"
        ) {
            $0.app.back()
        }
    }

    static func history(_ prefix: String, title: String) -> Command {
        Command("\(prefix).history", ["H"], title, also: ["log", "past", "versions", "journal", "audit"]) {
            $0.app.history.openHistory()
        }
    }

    static func synchronize(_ prefix: String, hint: String? = nil) -> Command {
        Command(
            "\(prefix).sync", ["S"], "sync now: download and upload", hint: hint,
            also: ["sync", "synchronize", "refresh", "update", "download", "upload", "send to the server", "reload"],
            when: Requirement {
                $0.app.sync.canSynchronize
            } refusal: {
                $0.app.isDemo
                    ? "syncs your own cards, not the demo's"
                    : Refusal(
                        "syncs with a backend, but none is set up", remedy: "\(prefix).backend")
            }, shared: "screen.sync"
        ) {
            $0.app.sync.synchronize()
        }
    }

    static func backend(_ prefix: String) -> Command {
        Command(
            "\(prefix).backend", ["B"], "backend and sync state",
            also: ["server", "status", "cloud", "account", "backend"],
            when: Requirement("shows the backend, but the demo has none") { !$0.app.isDemo }, shared: "screen.backend"
        ) {
            $0.app.sync.open()
        }
    }

    static func backups(_ prefix: String, key: Key) -> Command {
        Command(
            "\(prefix).backups", [key], "automatic backups", also: ["backup"],
            when: Requirement("shows the backups of your own cards, not the demo's") { !$0.app.isDemo },
            shared: "screen.backups"
        ) {
            $0.app.backups.open()
        }
    }

    static func barcode(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).barcode", ["b"], "barcode in full screen", hint: "barcode",
            also: ["qr", "code", "print", "counter", "checkout"], when: requirement
        ) {
            $0.app.barcodes.open()
        }
    }

    static func readBarcode(
        _ prefix: String, title: String, when requirement: Requirement<Screen> = .nothing
    ) -> Command {
        Command(
            "\(prefix).read-barcode", ["R"], title, also: ["scan", "read", "camera", "webcam", "pdf", "qr"],
            when: requirement
        ) {
            $0.app.scans.readBarcode()
        }
    }

    static func share(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).share", [], "share: QR code that sends the card to a phone",
            also: ["send", "phone", "catima", "hand over", "give", "transfer", "link"], when: requirement
        ) {
            $0.app.barcodes.share()
        }
    }

    static func edit(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).edit", ["e"], "edit the card", hint: "edit",
            also: ["modify", "rename", "change", "update card", "correct"],
            when: requirement
        ) {
            $0.app.forms.editCurrent()
        }
    }

    static func book(
        _ prefix: String, when requirement: Requirement<Screen> = .nothing,
        hintNow: @escaping @MainActor (Screen) -> String? = { _ in nil }
    ) -> Command {
        Command(
            "\(prefix).book", ["$"], "spend or receive an amount", hintNow: hintNow,
            also: ["spend", "receive", "pay", "balance", "ledger", "money", "points", "top up"], when: requirement
        ) {
            $0.app.cards.book()
        }
    }

    static func use(_ prefix: String, when requirement: Requirement<Screen>) -> Command {
        Command(
            "\(prefix).used", [], "used: mark a voucher as used, and archive it",
            also: ["used", "redeem", "voucher", "coupon", "spent", "done"], when: requirement
        ) {
            $0.app.cards.use()
        }
    }

    static func ledger(
        _ prefix: String, when requirement: Requirement<Screen> = .nothing,
        hintNow: @escaping @MainActor (Screen) -> String? = { _ in nil }
    ) -> Command {
        Command(
            "\(prefix).ledger", ["L"], "ledger: what was spent and received", hintNow: hintNow,
            also: ["ledger", "bookings", "entries", "transactions", "statement", "spent", "received"],
            when: requirement
        ) {
            $0.app.cards.openLedger()
        }
    }

    /// - Parameter isThere: whether the card has the photo.
    static func photo(
        _ side: Card.Side, _ prefix: String, hint: String? = nil, when requirement: Requirement<Screen> = .nothing,
        isThere: @escaping @MainActor (Screen) -> Bool
    ) -> Command {
        let (name, key): (String, Key) = side == .front ? ("front", "1") : ("back", "2")
        return Command(
            "\(prefix).\(name)", [key], "\(name) photo", hint: hint, also: ["picture", "image", "photo", name],
            when: requirement.and(
                Requirement(Refusal("shows the \(name) photo, but this card has none"), isMet: isThere))
        ) {
            $0.app.photos.open(side == .front ? .front : .back)
        }
    }

    /// - Parameter areThere: whether the card has additional pictures.
    static func pictures(
        _ prefix: String, hint: String? = nil, areThere: @escaping @MainActor (Screen) -> Bool
    ) -> Command {
        Command(
            "\(prefix).pictures", ["3"], "additional pictures", hint: hint,
            also: ["picture", "image", "photo", "receipt"],
            when: Requirement("shows additional pictures, but this card has none", isMet: areThere)
        ) {
            $0.app.photos.openPictures()
        }
    }

    static func editText(_ prefix: String, when requirement: Requirement<Screen> = .nothing) -> Command {
        Command(
            "\(prefix).edit-text", ["E"], "edit the card as text, in $VISUAL or $EDITOR",
            also: ["yaml", "vim", "nano", "emacs", "editor", "raw"], when: requirement
        ) {
            $0.app.editor.editCurrent()
        }
    }

    static func renew(
        _ prefix: String, when requirement: Requirement<Screen>,
        hintNow: @escaping @MainActor (Screen) -> String? = { _ in nil }
    ) -> Command {
        Command(
            "\(prefix).renew", ["r"], "renew: set a new expiry date", hintNow: hintNow,
            also: ["renew", "extend", "prolong", "expiry", "expires", "another year"], when: requirement
        ) {
            $0.app.cards.pickRenewal()
        }
    }
}

/// The keys of moving, declared once. Each screen has them under its own prefix, so that the settings name one screen's keys
/// (`trash.down`) or those of all screens (`rows.down`).
extension Command where Screen: MovingScreen {
    /// - Parameters:
    ///   - down, up: the titles of the steps.
    ///   - first, last: the titles of the ends.
    ///   - spaceIsPageDown: where Space has no other use.
    ///   - hasHalfPages: Ctrl-D and Ctrl-U are keys of half pages.
    ///   - hasLineKeys: Ctrl-N and Ctrl-P move by lines, too.
    static func moves(
        _ prefix: String, down: String = "down", up: String = "up", first: String, last: String,
        spaceIsPageDown: Bool = false, hasHalfPages: Bool = false, hasLineKeys: Bool = false,
        when requirement: Requirement<Screen> = .nothing
    ) -> [Command] {
        let (controlD, controlU): ([Key], [Key]) = hasHalfPages ? ([], []) : ([.control("d")], [.control("u")])
        let (controlN, controlP): ([Key], [Key]) = hasLineKeys ? ([.control("n")], [.control("p")]) : ([], [])
        return [
            move(prefix, .down, "down", ["j", .down] + controlN, down, requirement),
            move(prefix, .up, "up", ["k", .up] + controlP, up, requirement),
            move(
                prefix, .pageDown, "page-down", [.pageDown] + controlD + (spaceIsPageDown ? [" "] : []),
                "a page down", requirement),
            move(prefix, .pageUp, "page-up", [.pageUp] + controlU, "a page up", requirement),
            move(prefix, .first, "first", ["g", .home], first, requirement),
            move(prefix, .last, "last", ["G", .end], last, requirement),
        ]
    }

    private static func move(
        _ prefix: String, _ motion: Motion, _ name: String, _ keys: [Key], _ title: String,
        _ requirement: Requirement<Screen>
    ) -> Command {
        Command("\(prefix).\(name)", keys, title, when: requirement, shared: "rows.\(name)") { $0.move(motion) }
    }

    /// The keys of moving while text is typed: none of them types or edits. They have no name in common with those of rows, because
    /// what many set there edits here: Ctrl-U, Ctrl-D.
    /// - Parameter names: the beginning of their names, with the prefix of the screen.
    static func movesInText(
        _ names: String, up: String = "up", down: String = "down", when requirement: Requirement<Screen> = .nothing
    ) -> [Command] {
        [
            Command(names + "up", [.up, .control("p")], up, when: requirement) { $0.move(.up) },
            Command(names + "down", [.down, .control("n")], down, when: requirement) { $0.move(.down) },
            Command(names + "page-down", [.pageDown], "a page down", when: requirement) { $0.move(.pageDown) },
            Command(names + "page-up", [.pageUp], "a page up", when: requirement) { $0.move(.pageUp) },
        ]
    }
}

extension Command where Screen: FilteringScreen {
    /// Home and End move in the list only with the cursor at that end of the text already.
    static func movesInFilter(_ names: String) -> [Command] {
        movesInText(names) + [
            Command(names + "first", [.home], "first row", when: .silent { $0.state.editor.offset == 0 }) {
                $0.move(.first)
            },
            Command(names + "last", [.end], "last row", when: .silent { $0.state.editor.isAtEnd }) { $0.move(.last) },
        ]
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

/// Why commands are not possible, for reasons that several of them have.
extension Refusal {
    static let noCard: Refusal = "needs a card, but none is shown"
    static let noCards: Refusal = "needs cards, but none are shown"
    static let nothingToExport = Refusal(sentence: "Nothing to export yet")
    static let noBarcode: Refusal = "needs a barcode, but none is shown"
    static let nothingOffered: Refusal = "accepts a suggestion, but there is none"
    static let noPreviousCard: Refusal = "shows the previous card, but this is the first"
    static let noNextCard: Refusal = "shows the next card, but this is the last"
    static let noPhoto: Refusal = "needs a photo, but none is shown"
}
