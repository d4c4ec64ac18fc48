public import Terminal

extension KeyMap {
    /// The keys that the config names, for actions that exist; what does not is told with its line and leaves the default keys.
    public static func resolve(
        _ settings: [Config.KeySetting], actions: @autoclosure () -> Set<String>, path: String
    ) -> (map: KeyMap, problems: [ConfigProblem]) {
        if settings.isEmpty { return (.empty, []) }
        let actions = actions()
        var map = KeyMap.empty
        var problems: [ConfigProblem] = []
        for setting in settings {
            func problem(_ words: String, _ remedy: String) {
                problems.append(
                    ConfigProblem(path: path, line: setting.line, column: setting.column, words: words, remedy: remedy))
            }
            guard actions.contains(setting.action) else {
                let near = Spelling.nearest(to: setting.action, in: actions).map { "Did you mean \($0)?" }
                problem("keys: there is no action \(setting.action)", near ?? "The help (?) and README.md name them.")
                continue
            }
            let keys = setting.keys.map { ($0, Key(name: $0)) }
            for (name, key) in keys where key == nil {
                problem(
                    "keys: there is no key \(name)", "Write keys as a, ctrl-s, alt-f, shift-tab, pagedown, f1, space.")
            }
            map.keys[setting.action] = keys.compactMap(\.1)
        }
        return (map, problems)
    }
}
