import Terminal
import Testing

@testable import CardSettings

/// The user's keys together with the default keys.
struct KeyMapTests {
    private static let actions = [
        CommandKeys("app.quit", [Key("q")]), CommandKeys("app.back", [.escape]),
        CommandKeys("app.redraw", [.control("l")]), CommandKeys("list.open", [.enter, Key("l")]),
        CommandKeys("list.star", [Key("t")]), CommandKeys("list.delete", [Key("d")]),
        CommandKeys("card.delete", [Key("d")]), CommandKeys("form.save", [.control("s")], isInText: true),
        CommandKeys("form.cancel", [.escape], isInText: true),
    ]

    @Test("a command that works everywhere and one over a screen may have one key")
    func overScreen() {
        let actions = [
            CommandKeys("app.help", [Key("?")]), CommandKeys("picker.down", [Key("j")], isOverScreen: true),
            CommandKeys("picker.up", [Key("k")], isOverScreen: true),
        ]
        func resolve(_ keys: [String: String]) -> (map: KeyMap, problems: [ConfigProblem]) {
            let settings = keys.sorted { $0.key < $1.key }.enumerated().map {
                Config.KeySetting(action: $1.key, keys: [$1.value], line: $0 + 1, column: 1)
            }
            return KeyMap.resolve(settings, actions: actions, path: "c")
        }
        #expect(resolve(["app.help": "j"]).map.keys == ["app.help": [Key("j")]])
        #expect(resolve(["app.help": "x", "picker.down": "x"]).problems == [])
        #expect(resolve(["picker.down": "x", "picker.up": "x"]).problems.count == 1)
    }

    /// The settings, one per line, from line 2 on.
    private func resolve(_ settings: (String, [String])...) -> (keys: [String: [Key]], problems: [String]) {
        let settings = settings.enumerated().map { index, setting in
            Config.KeySetting(action: setting.0, keys: setting.1, line: index + 2, column: 3)
        }
        let (map, problems) = KeyMap.resolve(settings, actions: Self.actions, path: "c")
        return (map.keys, problems.map(\.userMessage))
    }

    @Test("the user's keys replace an action's own; an empty list is allowed")
    func keys() {
        let (keys, problems) = resolve(("list.open", ["o", "Ctrl-O"]), ("list.star", []))
        #expect(keys == ["list.open": [Key("o"), .control("o")], "list.star": []])
        #expect(problems == [])
    }

    @Test("unknown actions and keys are reported with their line")
    func unknown() {
        let (keys, problems) = resolve(
            ("list.opne", ["x"]), ("list.star", ["hyper-x", "*"]), ("wholly.different", ["x"]))
        #expect(keys == ["list.star": [Key("*")]])
        #expect(
            problems == [
                "c:2:3: keys: there is no command list.opne. Did you mean list.open?",
                "c:3:3: keys: there is no key hyper-x. Write keys as a, ctrl-s, alt-f, shift-tab, pagedown, f1, space.",
                "c:4:3: keys: there is no command wholly.different. See `cards-tui keys` for all names.",
            ])
    }

    @Test("a default gives way to a user's key without a word")
    func takenFromDefault() {
        let (keys, problems) = resolve(("list.star", ["d", "l"]))
        #expect(keys == ["list.star": [Key("d"), Key("l")], "list.delete": [], "list.open": [.enter]])
        #expect(problems == [])
    }

    @Test("a key in two settings belongs to the first")
    func twiceInConfig() {
        let (keys, problems) = resolve(("list.star", ["x"]), ("list.open", ["x", "o"]), ("app.quit", ["x"]))
        #expect(keys == ["list.star": [Key("x")], "list.open": [Key("o")], "app.quit": []])
        #expect(
            problems == [
                "c:3:3: keys: x is bound twice, to list.open and list.star in line 2. "
                    + "list.star keeps the key; give list.open another one.",
                "c:4:3: keys: x is bound twice, to app.quit and list.star in line 2. "
                    + "list.star keeps the key; give app.quit another one.",
            ])
    }

    @Test("the same key on two screens is no conflict, nor is a key that its action has given up")
    func noConflict() {
        #expect(resolve(("list.star", ["x"]), ("card.delete", ["x"]), ("form.save", ["ctrl-x"])).problems == [])
        #expect(resolve(("list.delete", ["x"]), ("list.star", ["d"])).problems == [])
        let swapped = resolve(("list.star", ["d"]), ("list.delete", ["t"]))
        #expect(swapped.keys == ["list.star": [Key("d")], "list.delete": [Key("t")]])
        #expect(swapped.problems == [])
    }

    @Test("a global key can be given to a screen, and stays elsewhere")
    func screenAndEverywhere() {
        let (keys, problems) = resolve(("list.star", ["q"]))
        #expect(keys == ["list.star": [Key("q")]])
        #expect(problems == [])
    }

    @Test("a key given to a global action is moved from every screen that has it by default")
    func everywhere() {
        let (keys, problems) = resolve(("app.quit", ["d"]))
        #expect(keys == ["app.quit": [Key("d")], "list.delete": [], "card.delete": []])
        #expect(problems == [])
    }

    private static let rows =
        actions + [
            CommandKeys("list.down", ["j"], shared: "rows.down"), CommandKeys("card.down", ["j"], shared: "rows.down"),
            CommandKeys("card.renew", ["n"]), CommandKeys("card.leave", [.escape], shared: "screen.leave"),
            CommandKeys("share.leave", [.escape], isInText: true, shared: "screen.leave"),
        ]

    private func resolveRows(_ settings: (String, [String])...) -> (keys: [String: [Key]], problems: [String]) {
        let settings = settings.enumerated().map { index, setting in
            Config.KeySetting(action: setting.0, keys: setting.1, line: index + 2, column: 3)
        }
        let (map, problems) = KeyMap.resolve(settings, actions: Self.rows, path: "c")
        return (map.keys, problems.map(\.userMessage))
    }

    @Test("a shared name gives its keys to the command of each screen; one that is named itself goes before it")
    func shared() {
        let all = resolveRows(("rows.down", ["n"]))
        #expect(all.problems == [])
        #expect(all.keys == ["rows.down": ["n"], "list.down": ["n"], "card.down": ["n"], "card.renew": []])
        let one = resolveRows(("rows.down", ["n"]), ("card.down", ["x"]))
        #expect(one.problems == [])
        #expect(one.keys["list.down"] == ["n"] && one.keys["card.down"] == ["x"] && one.keys["card.renew"] == nil)
        let both = resolveRows(("rows.down", ["n"]), ("card.renew", ["n"]))
        #expect(both.keys["card.renew"] == ["n"] && both.keys["card.down"] == [])
        #expect(
            both.problems == [
                "c:2:3: keys: n is bound twice, to card.down and card.renew in line 3. "
                    + "card.renew keeps the key; give card.down another one."
            ])
        #expect(
            resolveRows(("rows.dwon", ["n"])).problems == [
                "c:2:3: keys: there is no command rows.dwon. Did you mean rows.down?"
            ])
    }

    @Test("where text is typed, a shared name gives only keys that do not type; without one the default stays")
    func sharedInText() {
        let both = resolveRows(("screen.leave", ["x", "ctrl-x"]))
        #expect(both.keys["card.leave"] == ["x", .control("x")] && both.keys["share.leave"] == [.control("x")])
        let typing = resolveRows(("screen.leave", ["x"]))
        #expect(typing.keys["card.leave"] == ["x"] && typing.keys["share.leave"] == nil && typing.problems == [])
        #expect(resolveRows(("screen.leave", [])).keys["share.leave"] == [])
    }

    @Test("actions that share a key by default may keep sharing it")
    func sharedByDefault() {
        let (keys, problems) = resolve(("form.cancel", ["esc", "ctrl-c"]), ("app.back", ["esc"]))
        #expect(keys["form.cancel"] == [.escape, .control("c")])
        #expect(problems.count == 1, "both in the config: \(problems)")
        #expect(resolve(("form.cancel", ["esc", "ctrl-c"])).problems == [])
    }

    @Test(
        "a key that types or edits text cannot be used in a form",
        arguments: ["s", "S", "space", "backspace", "left", "home", "é"])
    func textInForm(_ name: String) {
        let (keys, problems) = resolve(("form.save", [name, "f2"]))
        #expect(keys == ["form.save": [Key(.function(2))]])
        #expect(
            problems == [
                "c:2:3: keys: form.save cannot have \(name), which types text on that screen. "
                    + "Use a key with Ctrl or Alt, a function key, Tab, Enter or Esc."
            ])
    }

    @Test(
        "commands of a form are Ctrl, Alt, function keys, Tab, Enter and Esc",
        arguments: ["ctrl-g", "alt-s", "f5", "tab", "shift-tab", "enter", "alt-left"])
    func commandInForm(_ name: String) throws {
        let (keys, problems) = resolve(("form.save", [name]))
        #expect(problems == [])
        #expect(keys["form.save"] == [try #require(Key(name: name))])
    }
}
