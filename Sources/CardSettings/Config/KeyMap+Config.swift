public import Terminal

extension KeyMap {
    /// The keys of the config, for commands that exist. Problems are reported with their lines: an unknown command or
    /// key, a key that types text where the command works, a key of two commands. If two commands have the same key,
    /// the one in the config wins; if both are in the config, the first.
    public static func resolve(
        _ settings: [Config.KeySetting], actions: @autoclosure () -> [CommandKeys], path: String
    ) -> (map: KeyMap, problems: [ConfigProblem]) {
        if settings.isEmpty { return (.empty, []) }
        var resolver = KeyMapResolver(settings, actions: actions(), path: path)
        for setting in settings { resolver.apply(setting) }
        return (KeyMap(keys: resolver.keys), resolver.problems)
    }
}

/// Determines the keys of each action, setting by setting in the order of the file.
private struct KeyMapResolver {
    /// The keys of actions that differ from their defaults.
    private(set) var keys: [String: [Key]] = [:]
    private(set) var problems: [ConfigProblem] = []
    /// The lines of the actions processed so far.
    private var lines: [String: Int] = [:]
    /// All actions in the config: they lose their default keys.
    private let named: Set<String>
    private let actions: [CommandKeys]
    private let path: String

    /// The screen whose keys also work on all others, after their own.
    private static let everywhere = "app"

    init(_ settings: [Config.KeySetting], actions: [CommandKeys], path: String) {
        self.actions = actions
        self.path = path
        named = Set(settings.map(\.action))
    }

    mutating func apply(_ setting: Config.KeySetting) {
        guard let action = actions.first(where: { $0.name == setting.action }) else {
            let near = Spelling.nearest(to: setting.action, in: actions.map(\.name)).map { "Did you mean \($0)?" }
            let remedy = near ?? "The help and the manual page list them."
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
                    setting, "\(action.name) cannot have \(name), which types text on that screen",
                    "Use a key with Ctrl or Alt, a function key, Tab, Enter or Esc.")
                continue
            }
            if settle(key, action, setting) { keys[action.name, default: []].append(key) }
        }
    }

    /// Removes the key from actions that have it by default; false if an earlier setting has it.
    private mutating func settle(_ key: Key, _ action: CommandKeys, _ setting: Config.KeySetting) -> Bool {
        for rival in actions where rival.name != action.name && shareKeys(rival, with: action) {
            guard currentKeys(of: rival).contains(key) else { continue }
            let both = "\(key.name) is bound twice, to \(action.name) and \(rival.name)"
            if let line = lines[rival.name] {
                note(setting, "\(both) in line \(line)", "\(rival.name) has it; give \(action.name) another key.")
                return false
            }
            // Some defaults share a key, because only one of the actions is enabled at a time.
            if action.keys.contains(key), rival.keys.contains(key) { continue }
            if rival.screen == Self.everywhere, action.screen != Self.everywhere {
                // The screen's keys take precedence; elsewhere the other action keeps the key.
                note(setting, both, "Here \(action.name) has it; give one of them another key.")
            } else {
                keys[rival.name] = currentKeys(of: rival).filter { $0 != key }
                note(setting, both, "\(action.name) has it; give \(rival.name) another key.")
            }
        }
        return true
    }

    private func currentKeys(of action: CommandKeys) -> [Key] {
        keys[action.name] ?? (named.contains(action.name) ? [] : action.keys)
    }

    /// Whether both may receive the same key: they are on one screen, or one of them works everywhere.
    private func shareKeys(_ one: CommandKeys, with other: CommandKeys) -> Bool {
        one.screen == other.screen || one.screen == Self.everywhere || other.screen == Self.everywhere
    }

    private mutating func note(_ setting: Config.KeySetting, _ message: String, _ remedy: String) {
        problems.append(
            ConfigProblem(
                path: path, line: setting.line, column: setting.column, message: "keys: \(message)", remedy: remedy))
    }
}

extension Key {
    /// Whether the key can be a command where text is typed.
    fileprivate var isCommandInText: Bool {
        if !modifiers.isDisjoint(with: [.control, .alt]) { return true }
        return switch code {
        case .function, .tab, .enter, .escape: true
        default: false
        }
    }
}
