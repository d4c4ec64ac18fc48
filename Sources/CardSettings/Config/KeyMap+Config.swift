public import Terminal

extension KeyMap {
    /// The keys that the config names, for commands that exist. What cannot be is reported with its line: an unknown command or key, a
    /// key that types text where the command works, a key for two commands. Of two commands for one key the config's own wins, and
    /// of two in the config the first.
    public static func resolve(
        _ settings: [Config.KeySetting], actions: @autoclosure () -> [CommandKeys], path: String
    ) -> (map: KeyMap, problems: [ConfigProblem]) {
        if settings.isEmpty { return (.empty, []) }
        var resolver = KeyMapResolver(settings, actions: actions(), path: path)
        for setting in settings { resolver.take(setting) }
        return (KeyMap(keys: resolver.keys), resolver.problems)
    }
}

/// Works out which action has which key, setting by setting in the order of the file.
private struct KeyMapResolver {
    /// The actions that differ from what they have by themselves.
    private(set) var keys: [String: [Key]] = [:]
    private(set) var problems: [ConfigProblem] = []
    /// The lines of actions that the config has named so far.
    private var lines: [String: Int] = [:]
    /// All that the config names: they do not keep the keys that they have by themselves.
    private let named: Set<String>
    private let actions: [CommandKeys]
    private let path: String

    /// The screen whose keys work on all others too, after those of their own.
    private static let everywhere = "app"

    init(_ settings: [Config.KeySetting], actions: [CommandKeys], path: String) {
        (self.actions, self.path, named) = (actions, path, Set(settings.map(\.action)))
    }

    mutating func take(_ setting: Config.KeySetting) {
        guard let action = actions.first(where: { $0.name == setting.action }) else {
            let near = Spelling.nearest(to: setting.action, in: actions.map(\.name)).map { "Did you mean \($0)?" }
            let remedy = near ?? "The help and the manual page name them."
            return note(setting, "there is no action \(setting.action)", remedy)
        }
        lines[action.name] = setting.line
        keys[action.name] = []
        for name in setting.keys {
            guard let key = Key(name: name) else {
                let remedy = "Write keys as a, ctrl-s, alt-f, shift-tab, pagedown, f1, space."
                note(setting, "there is no key \(name)", remedy)
                continue
            }
            guard !action.isInText || key.isCommandInText || action.keys.contains(key) else {
                note(
                    setting, "\(action.name) cannot have \(name), which types text there",
                    "Use a key with Ctrl or Alt, a function key, Tab, Enter or Esc.")
                continue
            }
            if settle(key, action, setting) { keys[action.name, default: []].append(key) }
        }
    }

    /// Takes the key from actions that have it by themselves; false when another setting has taken it first.
    private mutating func settle(_ key: Key, _ action: CommandKeys, _ setting: Config.KeySetting) -> Bool {
        for rival in actions where rival.name != action.name && isHeard(rival, with: action) {
            guard keysNow(of: rival).contains(key) else { continue }
            let both = "\(key.name) is bound twice, to \(action.name) and \(rival.name)"
            if let line = lines[rival.name] {
                note(setting, "\(both) in line \(line)", "\(rival.name) has it; give \(action.name) another key.")
                return false
            }
            // Some share a key from the start, because only one of them is possible at a time.
            if action.keys.contains(key), rival.keys.contains(key) { continue }
            if rival.screen == Self.everywhere, action.screen != Self.everywhere {
                // The screen is asked first; elsewhere the other goes on to have the key.
                note(setting, both, "Here \(action.name) has it; give one of them another key.")
            } else {
                keys[rival.name] = keysNow(of: rival).filter { $0 != key }
                note(setting, both, "\(action.name) has it; give \(rival.name) another key.")
            }
        }
        return true
    }

    private func keysNow(of action: CommandKeys) -> [Key] {
        keys[action.name] ?? (named.contains(action.name) ? [] : action.keys)
    }

    /// Whether both would hear the same key: on one screen, or because one of them works everywhere.
    private func isHeard(_ one: CommandKeys, with other: CommandKeys) -> Bool {
        one.screen == other.screen || one.screen == Self.everywhere || other.screen == Self.everywhere
    }

    private mutating func note(_ setting: Config.KeySetting, _ words: String, _ remedy: String) {
        problems.append(
            ConfigProblem(
                path: path, line: setting.line, column: setting.column, words: "keys: \(words)", remedy: remedy))
    }
}

extension Key {
    /// Whether the key can be a command where others type and edit text.
    fileprivate var isCommandInText: Bool {
        if !modifiers.isDisjoint(with: [.control, .alt]) { return true }
        return switch code {
        case .function, .tab, .enter, .escape: true
        default: false
        }
    }
}
