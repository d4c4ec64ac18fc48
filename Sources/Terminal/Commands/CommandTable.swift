/// The commands of one screen with the user's keys, in the order of its help page.
public struct CommandTable<Screen: AnyObject>: Sendable {
    /// Commands listed together under a title in the help.
    public struct Section: Sendable {
        public let title: String
        public fileprivate(set) var commands: [Command<Screen>]

        public init(_ title: String, _ commands: [Command<Screen>]) { (self.title, self.commands) = (title, commands) }
    }

    /// A command by reference: looking at one in each frame does not copy its texts.
    private final class Entry: Sendable {
        let command: Command<Screen>

        init(_ command: Command<Screen>) { self.command = command }
    }

    public let sections: [Section]
    /// Whether text is typed where these commands work; none of them may then have a plain letter as its key.
    public let isInText: Bool
    public let commands: [Command<Screen>]
    private let ahead: [Command<Screen>]
    private let entries: [Entry]
    private let places: CommandPlaces
    /// The commands that may be in the footer. It is asked for every frame.
    private let hinted: [Entry]

    /// - Parameter ahead: the commands that have precedence where commands share a key.
    public init(_ sections: [Section], ahead: [Command<Screen>] = [], isInText: Bool = false) {
        self.init(sections, ahead: ahead, isInText: isInText, keyMap: .empty)
    }

    // Plain loops: in generic code each closure and each kind of collection is looked up by name at a start.
    private init(_ sections: [Section], ahead: [Command<Screen>], isInText: Bool, keyMap: KeyMap) {
        var sections = sections
        var commands: [Command<Screen>] = []
        var entries: [Entry] = []
        var hinted: [Entry] = []
        var names: [String] = []
        var keys: [[Key]] = []
        for section in sections.indices {
            for index in sections[section].commands.indices {
                if let keys = keyMap.keys[sections[section].commands[index].name] {
                    sections[section].commands[index].keys = keys
                }
                let entry = Entry(sections[section].commands[index])
                commands.append(entry.command)
                entries.append(entry)
                names.append(entry.command.name)
                keys.append(entry.command.keys)
                let hasHint = entry.command.hint != nil || entry.command.hintNow != nil
                if hasHint, !entry.command.keys.isEmpty { hinted.append(entry) }
            }
        }
        self.sections = sections
        self.isInText = isInText
        self.ahead = ahead
        self.commands = commands
        self.entries = entries
        self.hinted = hinted
        var first: [String] = []
        for command in ahead { first.append(command.name) }
        places = CommandPlaces(names: names, keys: keys, ahead: first)
    }

    /// The same commands with the keys that the user's key map names for them.
    public func mapped(by keyMap: KeyMap) -> CommandTable {
        keyMap.keys.isEmpty ? self : CommandTable(sections, ahead: ahead, isInText: isInText, keyMap: keyMap)
    }

    private func entry(_ name: String) -> Entry? {
        guard let index = places.byName[name] else { return nil }
        return entries[index]
    }

    /// The keys of a command: the user's, or else the default ones.
    public func keys(of command: Command<Screen>) -> [Key] { entry(command.name)?.command.keys ?? [] }

    /// The first enabled command for a key.
    @MainActor
    public func command(for key: Key, on screen: Screen) -> Command<Screen>? {
        entry(for: key, on: screen)?.command
    }

    @MainActor
    private func entry(for key: Key, on screen: Screen) -> Entry? {
        guard let sharing = places.byKey[key] else { return nil }
        for index in sharing where entries[index].command.isEnabled(screen) { return entries[index] }
        return nil
    }

    /// Performs the command for a key; false where no command is enabled for it.
    @MainActor
    public func perform(_ key: Key, on screen: Screen) -> Bool {
        guard let command = command(for: key, on: screen) else { return false }
        command.perform(screen)
        return true
    }

    /// The hints of the footer: the enabled commands that have a hint, each with the first of its keys that reaches it.
    /// - Parameter columns: the width of a footer that drops the last hints where not all fit: those that cannot be in it are left out.
    @MainActor
    public func hints(
        on screen: Screen, filling columns: Int = .max, reaches: (Key) -> Bool = { _ in true }
    ) -> [KeyHint] {
        // Plain loops here and below: a closure of an actor that is passed on checks its executor at each call, in each frame.
        var hints: [KeyHint] = []
        var filled = 0
        for entry in hinted where filled <= columns {
            guard let hint = mappedHint(of: entry, on: screen, reaches: reaches) else { continue }
            hints.append(hint)
            filled += hint.width
        }
        return hints
    }

    /// The footer's hint of one command; nil if it has none, or if none of its keys works now.
    @MainActor
    public func hint(
        of command: Command<Screen>, on screen: Screen, reaches: (Key) -> Bool = { _ in true }
    ) -> KeyHint? {
        entry(command.name).flatMap { mappedHint(of: $0, on: screen, reaches: reaches) }
    }

    /// A hint of the command of this name with another text, for a footer that depends on what is selected; nil where none of its keys
    /// works now.
    @MainActor
    public func hint(
        named name: String, _ text: String, on screen: Screen, reaches: (Key) -> Bool = { _ in true }
    ) -> KeyHint? {
        entry(name).flatMap { hint(of: $0, text, on: screen, reaches: reaches) }
    }

    /// A hint of several commands, with the first key of each: "j k scroll"; nil where none has a key.
    public func hint(ofAll names: [String], _ text: String) -> KeyHint? {
        let keys = names.compactMap { entry($0)?.command.keys.first?.label }
        return keys.isEmpty ? nil : KeyHint(key: keys.joined(separator: " "), text: text)
    }

    @MainActor
    private func mappedHint(of entry: Entry, on screen: Screen, reaches: (Key) -> Bool) -> KeyHint? {
        guard let text = entry.command.currentHint(on: screen) else { return nil }
        return hint(of: entry, text, on: screen, reaches: reaches)
    }

    @MainActor
    private func hint(of entry: Entry, _ text: String, on screen: Screen, reaches: (Key) -> Bool) -> KeyHint? {
        for key in entry.command.keys where reaches(key) && leads(key, to: entry, on: screen) {
            return KeyHint(key, text, leaves: entry.command.leaves)
        }
        return nil
    }

    /// Whether this command is the first enabled one of those with the key.
    @MainActor
    private func leads(_ key: Key, to entry: Entry, on screen: Screen) -> Bool {
        self.entry(for: key, on: screen) === entry
    }
}

/// Where in a table a name and a key are. Not generic, so that its look-ups are made for these types.
private struct CommandPlaces: Sendable {
    /// The first command of the name.
    private(set) var byName: [String: Int] = [:]
    /// The commands that share a key, those that have precedence first.
    private(set) var byKey: [Key: [Int]] = [:]

    init(names: [String], keys: [[Key]], ahead: [String]) {
        byName.reserveCapacity(names.count)
        byKey.reserveCapacity(names.count * 2)
        for index in names.indices where byName[names[index]] == nil { byName[names[index]] = index }
        for index in names.indices where ahead.contains(names[index]) { add(keys[index], index) }
        for index in names.indices where !ahead.contains(names[index]) { add(keys[index], index) }
    }

    private mutating func add(_ keys: [Key], _ index: Int) {
        for key in keys { byKey[key, default: []].append(index) }
    }
}

/// The user's own keys, by command name; commands that are not named keep their default keys.
public struct KeyMap: Equatable, Sendable {
    public var keys: [String: [Key]]
    public init(keys: [String: [Key]]) { self.keys = keys }

    public static let empty = KeyMap(keys: [:])
}

/// The name and default keys of a command of any screen: a key map is checked against these.
public struct CommandKeys: Equatable, Sendable {
    public let name: String
    public let keys: [Key]
    /// Whether text is typed where the command works.
    public let isInText: Bool
    /// Whether it works over a screen, where the commands that work everywhere do not.
    public let isOverScreen: Bool
    /// The name that it shares with commands of other screens; nil for none.
    public let shared: String?

    public init(
        _ name: String, _ keys: [Key], isInText: Bool = false, isOverScreen: Bool = false, shared: String? = nil
    ) {
        self.name = name
        self.keys = keys
        self.isInText = isInText
        self.isOverScreen = isOverScreen
        self.shared = shared
    }

    /// The first part of the name: `list` of `list.open`.
    public var screen: Substring { name.prefix { $0 != "." } }
}
