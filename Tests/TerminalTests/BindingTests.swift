import Terminal
import Testing

private enum TestAction: String, BindableAction {
    case open = "test.open"
    case delete = "test.delete"
    case erase = "test.erase"
}

@Suite("Keys and bindings")
struct BindingTests {
    private let bindings: [Binding<TestAction>] = [
        Binding(.open, [.enter, Key("l")], "open it", hint: "open"),
        Binding(.delete, [Key("d")], "delete it", hint: "delete"),
        Binding(.erase, [Key("d")], "erase it"),
    ]

    @Test("a key means the first action that is enabled")
    func dispatch() {
        let table = BindingTable(bindings)
        #expect(table.action(for: Key("d")) == .delete)
        #expect(table.action(for: Key("d"), isEnabled: { $0 != .delete }) == .erase)
        #expect(table.action(for: Key("x")) == nil)
    }

    @Test("the user's keys replace the default ones, in dispatch, footer and help alike")
    func keyMap() {
        let table = BindingTable(bindings, keyMap: KeyMap(keys: ["test.open": [Key("o")]]))
        #expect(table.action(for: .enter) == nil)
        #expect(table.action(for: Key("o")) == .open)
        #expect(table.hints().first == KeyHint(key: "o", words: "open"))
        #expect(table.help.first == KeyHint(key: "o", words: "open it"))
    }

    @Test(
        "a key's text form is read back as the same key",
        arguments: [
            Key("a"), Key("?"), Key("-"), Key(" "), .control("s"), .alt("f"), .shiftTab, Key(.pageDown),
            Key(.function(12)),
            Key(.left, [.control, .shift]), .escape, Key("é"),
        ])
    func names(key: Key) { #expect(Key(name: key.name) == key) }

    @Test("text that names no key is refused", arguments: ["", "ctrl-", "foo", "f99", "ab"])
    func noKey(text: String) { #expect(Key(name: text) == nil) }

    @Test("the footer drops hints from the right and never the help", arguments: 20...60)
    func footer(columns: Int) {
        var canvas = Canvas(size: Size(columns: columns, rows: 1))
        Footer(BindingTable(bindings).hints(), help: KeyHint(key: "?", words: "help")).draw(
            on: &canvas, in: canvas.bounds, theme: .terminal)
        #expect(canvas.text(ofRow: 0).hasSuffix("? help "))
    }
}
