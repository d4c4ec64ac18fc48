import Terminal
import Testing

/// A screen that records the performed commands.
@MainActor
private final class NotingScreen {
    var done: [String] = []
    var isLocked = false
}

@MainActor
@Suite("Commands and their keys")
struct CommandTableTests {
    private static let open = Command<NotingScreen>(
        "test.open", [.enter, "l"], "open it", hint: "open", when: .silent { !$0.isLocked }
    ) {
        $0.done.append("open")
    }
    private static let erase = Command<NotingScreen>("test.erase", ["d"], "erase it") {
        $0.done.append("erase")
    }
    private static let enter = Command<NotingScreen>("test.enter", ["l"], "enter it", when: .silent { $0.isLocked }) {
        $0.done.append("enter")
    }
    private static let commands: [Command<NotingScreen>] = [
        open,
        Command(
            "test.delete", ["d"], "delete it", hintNow: { $0.isLocked ? nil : "delete" }, when: .silent { !$0.isLocked }
        ) {
            $0.done.append("delete")
        },
        erase, enter,
    ]
    private let table = CommandTable([CommandTable.Section("Test", commands)])
    private let screen = NotingScreen()

    @Test("a key runs the first enabled command that has it")
    func dispatch() {
        #expect(table.perform(Key("d"), on: screen))
        screen.isLocked = true
        #expect(table.perform(Key("d"), on: screen))
        #expect(table.perform(Key("l"), on: screen))
        #expect(!table.perform(Key("x"), on: screen))
        #expect(!table.perform(.enter, on: screen))
        #expect(screen.done == ["delete", "erase", "enter"])
    }

    @Test("commands with precedence come before those listed above them in the help")
    func ahead() {
        let table = CommandTable([CommandTable.Section("Test", Self.commands)], ahead: [Self.erase])
        #expect(table.perform(Key("d"), on: screen))
        #expect(screen.done == ["erase"])
        #expect(table.commands.map(\.name) == ["test.open", "test.delete", "test.erase", "test.enter"])
    }

    @Test("the user's keys replace the default ones for dispatch and footer; an empty list is allowed")
    func keyMap() {
        let mapped = table.mapped(by: KeyMap(keys: ["test.open": [Key("o")], "test.delete": []]))
        #expect(!mapped.perform(.enter, on: screen))
        #expect(mapped.perform(Key("o"), on: screen))
        #expect(mapped.perform(Key("d"), on: screen))
        #expect(screen.done == ["open", "erase"])
        #expect(mapped.hints(on: screen) == [KeyHint(Key("o"), "open")])
        #expect(mapped.keys(of: Self.open) == [Key("o")])
    }

    @Test("the footer shows enabled commands with the first key that reaches them")
    func hints() {
        #expect(table.hints(on: screen) == [KeyHint(.enter, "open"), KeyHint(Key("d"), "delete")])
        #expect(table.hints(on: screen) { $0 != .enter } == [KeyHint(Key("l"), "open"), KeyHint(Key("d"), "delete")])
        #expect(table.hints(on: screen) { $0 == Key("x") } == [])
        screen.isLocked = true
        #expect(table.hints(on: screen) == [])
    }

    @Test("the first requirement that is not met says why")
    func requirements() {
        let both = Requirement<NotingScreen>("needs a lock") { $0.isLocked }
            .and(Requirement("needs something done") { !$0.done.isEmpty })
        let command = Command("test.both", ["b"], "both", when: both) { $0.done.append("both") }
        #expect(!command.isEnabled(screen) && command.whyNot(screen) == "needs a lock")
        screen.isLocked = true
        #expect(!command.isEnabled(screen) && command.whyNot(screen) == "needs something done")
        screen.done = ["open"]
        #expect(command.isEnabled(screen))
    }

    @Test("a command does first what precedes it")
    func preceded() {
        Self.erase.preceded { $0.done.append("first") }.perform(screen)
        #expect(screen.done == ["first", "erase"])
    }

    @Test("the hint of a command that leaves says so, whatever its key")
    func leaving() {
        let leave = Command<NotingScreen>("test.leave", [.escape], "leave it", hint: "back", leaves: true) {
            $0.done.append("leave")
        }
        let table = CommandTable([CommandTable.Section("Test", [Self.open, leave])])
        let mapped = table.mapped(by: KeyMap(keys: ["test.leave": [.control("x")]]))
        #expect(mapped.hints(on: screen).map(\.leaves) == [false, true])
        #expect(mapped.hints(on: screen).map(\.spelledOut.leaves) == [false, true])
    }

    @Test(
        "a key's text form is read back as the same key",
        arguments: [
            Key("a"), Key("?"), Key("-"), Key(" "), .control("s"), .alt("f"), .shiftTab, Key(.pageDown),
            Key(.function(12)),
            Key(.left, [.control, .shift]), .escape, Key("é"),
        ])
    func names(key: Key) { #expect(Key(name: key.name) == key) }

    @Test("a text that names no key is rejected", arguments: ["", "ctrl-", "foo", "f99", "ab"])
    func noKey(text: String) { #expect(Key(name: text) == nil) }

    @Test("the first hint is the last to be dropped: the help gives way to it")
    func firstHint() {
        let footer = Footer(
            [KeyHint(.control("s"), "save"), KeyHint(.tab, "next")], help: KeyHint(Key(.function(1)), "help"))
        func text(_ columns: Int) -> String {
            var canvas = Canvas(size: Size(columns: columns, rows: 1))
            footer.draw(on: &canvas, in: canvas.bounds, theme: .terminal)
            return canvas.text(ofRow: 0)
        }
        #expect(text(40).hasPrefix(" Ctrl-S save  Tab next ") && text(40).hasSuffix(" F1 help "))
        #expect(text(22) == " Ctrl-S save  F1 help ")
        #expect(text(21) == " Ctrl-S save         ")
        #expect(text(12) == "    F1 help ")
    }

    @Test("from 20 columns on the footer drops hints from the right, and not the help", arguments: 20...60)
    func footer(columns: Int) {
        var canvas = Canvas(size: Size(columns: columns, rows: 1))
        let footer = Footer(table.hints(on: screen), help: KeyHint(Key("?"), "help"))
        footer.draw(on: &canvas, in: canvas.bounds, theme: .terminal)
        let frames = footer.frames(in: canvas.bounds)
        #expect(canvas.text(ofRow: 0).hasSuffix("? help "))
        // A click presses the key of the hint at that point.
        for (hint, frame) in frames {
            #expect(canvas.text(ofRow: 0).dropFirst(frame.left).hasPrefix(hint.pressed?.label ?? "none"))
        }
        #expect(frames.first?.hint.pressed == Key("?"))
        // Those that cannot be shown need not be worked out.
        let few = Footer(table.hints(on: screen, filling: columns), help: KeyHint(Key("?"), "help"))
        #expect(few.frames(in: canvas.bounds).map(\.hint) == frames.map(\.hint))
    }
}
