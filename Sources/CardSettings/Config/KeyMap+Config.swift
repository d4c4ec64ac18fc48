public import Terminal

extension KeyMap {
    /// The keys of the config, for commands that exist. A shared name (`rows.down`) stands for the commands of all screens that have it,
    /// except for those that the config names themselves.
    ///
    /// Problems are reported with their lines: an unknown command or key, a key that types text where the command works, a key that
    /// the config gives to two commands, of which the first keeps it. A default gives way to a key of the config without a word, so
    /// that a new command never makes a problem for a config that was right before.
    public static func resolve(
        _ settings: [Config.KeySetting], actions: @autoclosure () -> [CommandKeys], path: String
    ) -> (map: KeyMap, problems: [ConfigProblem]) {
        if settings.isEmpty { return (.empty, []) }
        var resolver = KeyMapResolver(settings, actions: actions(), path: path)
        resolver.apply(settings)
        return (KeyMap(keys: resolver.keys), resolver.problems.all.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }
}

/// Determines the keys of each action, setting by setting in the order of the file.
private struct KeyMapResolver {
    /// The keys of actions that differ from their defaults.
    private(set) var keys: [String: [Key]] = [:]
    private(set) var problems: ProblemList
    /// The lines of the actions processed so far.
    private var lines: [String: Int] = [:]
    /// All actions in the config: they lose their default keys.
    private let named: Set<String>
    private let actions: [CommandKeys]

    /// The screen whose keys also work on all others, after their own.
    private static let everywhere = "app"

    init(_ settings: [Config.KeySetting], actions: [CommandKeys], path: String) {
        self.actions = actions
        problems = ProblemList(path: path)
        named = Set(settings.map(\.action))
    }

    mutating func apply(_ settings: [Config.KeySetting]) {
        for setting in settings where !isShared(setting.action) { apply(setting) }
        // What names one command goes before what names many.
        for setting in settings where isShared(setting.action) { applyShared(setting) }
    }

    private func isShared(_ name: String) -> Bool { actions.contains { $0.shared == name } }

    private mutating func apply(_ setting: Config.KeySetting) {
        guard let action = actions.first(where: { $0.name == setting.action }) else {
            let names = actions.map(\.name) + Set(actions.compactMap(\.shared)).sorted()
            let near = Spelling.nearest(to: setting.action, in: names).map { "Did you mean \($0)?" }
            let remedy = near ?? "See `cards-tui keys` for all names."
            return note(setting, "there is no command \(setting.action)", remedy)
        }
        let keys = keys(of: setting).filter { key in
            let isCommand = works(key, for: action)
            if !isCommand {
                note(
                    setting, "\(action.name) cannot have \(key.name), which types text on that screen",
                    "Use a key with Ctrl or Alt, a function key, Tab, Enter or Esc.")
            }
            return isCommand
        }
        assign(keys, to: action, setting)
    }

    /// Where text is typed, a command whose keys would all type text keeps its own.
    private mutating func applyShared(_ setting: Config.KeySetting) {
        let keys = keys(of: setting)
        self.keys[setting.action] = keys
        for action in actions where action.shared == setting.action && !named.contains(action.name) {
            let usable = keys.filter { works($0, for: action) }
            if keys.isEmpty || !usable.isEmpty { assign(usable, to: action, setting) }
        }
    }

    private mutating func keys(of setting: Config.KeySetting) -> [Key] {
        setting.keys.compactMap { name in
            let key = Key(name: name)
            if key == nil {
                let remedy = "Write keys as a, ctrl-s, alt-f, shift-tab, pagedown, f1, space."
                note(setting, "there is no key \(name)", remedy)
            }
            return key
        }
    }

    private func works(_ key: Key, for action: CommandKeys) -> Bool {
        !action.isInText || key.isCommandInText || action.keys.contains(key)
    }

    private mutating func assign(_ new: [Key], to action: CommandKeys, _ setting: Config.KeySetting) {
        lines[action.name] = setting.line
        keys[action.name] = []
        for key in new where settle(key, action, setting) { keys[action.name, default: []].append(key) }
    }

    /// Removes the key from actions that have it by default; false if another setting has it.
    private mutating func settle(_ key: Key, _ action: CommandKeys, _ setting: Config.KeySetting) -> Bool {
        for rival in actions where rival.name != action.name && shareKeys(rival, with: action) {
            guard currentKeys(of: rival).contains(key) else { continue }
            if let line = lines[rival.name] {
                note(
                    setting, "\(key.name) is bound twice, to \(action.name) and \(rival.name) in line \(line)",
                    "\(rival.name) keeps the key; give \(action.name) another one.")
                return false
            }
            // Some defaults share a key, because only one of the actions is enabled at a time.
            if action.keys.contains(key), rival.keys.contains(key) { continue }
            // The screen's keys take precedence; elsewhere the other action keeps the key.
            if rival.screen == Self.everywhere, action.screen != Self.everywhere { continue }
            keys[rival.name] = currentKeys(of: rival).filter { $0 != key }
        }
        return true
    }

    private func currentKeys(of action: CommandKeys) -> [Key] {
        keys[action.name] ?? (named.contains(action.name) ? [] : action.keys)
    }

    /// Whether both may receive the same key: they are on one screen, or one of them works on all screens.
    private func shareKeys(_ one: CommandKeys, with other: CommandKeys) -> Bool {
        if one.screen == other.screen { return true }
        return !one.isOverScreen && !other.isOverScreen
            && (one.screen == Self.everywhere || other.screen == Self.everywhere)
    }

    private mutating func note(_ setting: Config.KeySetting, _ message: String, _ remedy: String) {
        problems.note(.init(line: setting.line, column: setting.column), "keys: \(message)", remedy)
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
