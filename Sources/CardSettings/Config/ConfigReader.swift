internal import Cards

/// Converts the nodes of a settings file into a ``Config``, and collects the problems.
struct ConfigReader {
    var config = Config()
    private(set) var problems: ProblemList
    /// The names of the setting that is read, from the top.
    private var names: [String] = []

    private let path: String
    private let environment: Environment
    private let validateBackend: BackendCheck

    init(path: String, environment: @escaping Environment, validateBackend: @escaping BackendCheck) {
        self.path = path
        problems = ProblemList(path: path)
        self.environment = environment
        self.validateBackend = validateBackend
    }

    mutating func read(_ document: YAMLNode) { readMap(document, nil, ConfigSetting.all) }

    // MARK: - Maps

    mutating func readMap(_ node: YAMLNode, _ name: String?, _ settings: [ConfigSetting]) {
        // A name without a value sets nothing.
        if node.isNull { return }
        guard case .map(let members) = node.content else {
            let example = name.map { "\($0): has settings below it, each on a line of its own" }
            let remedy = example ?? "Write settings as lines like `mouse: off`"
            return note(node, "\(subject) is \(node.kind), but settings belong here", remedy + ".")
        }
        var seen: [String: Int] = [:]
        for member in members where problems.isFirst(member, &seen) {
            guard let setting = settings.first(where: { $0.key == member.key }) else {
                unknown(member, name, settings)
                continue
            }
            names.append(setting.key)
            setting.apply(&self, member.value)
            names.removeLast()
        }
    }

    private mutating func unknown(_ member: YAMLNode.Member, _ name: String?, _ settings: [ConfigSetting]) {
        let names = settings.map(\.key)
        let remedy =
            if let nearest = Spelling.nearest(to: member.key, in: names) {
                "Did you mean \"\(nearest)\"?"
            } else {
                "There are: \(names.joined(separator: ", "))."
            }
        let place = name.map { " in \($0)" } ?? ""
        problems.note(member.keyPosition, "there is no setting \(ProblemList.quoted(member.key))\(place)", remedy)
    }

    // MARK: - Values

    mutating func text(_ node: YAMLNode, _ field: WritableKeyPath<Config, String?>) {
        if let text = filledText(node) { config[keyPath: field] = text }
    }

    /// The text; nil if it is `null`, or if it is not text, which is reported as a problem.
    private mutating func filledText(_ node: YAMLNode) -> String? {
        if node.isNull { return nil }
        guard let text = node.text, !text.isEmpty, !text.utf8.contains(0) else {
            note(node, "\(subject) must be text", "Write it on the same line, in quotes if needed.")
            return nil
        }
        return text
    }

    mutating func flag(_ node: YAMLNode, _ field: WritableKeyPath<Config, Bool?>) {
        guard let value = node.bool else { return note(node, "\(subject) must be true or false", useDefault) }
        config[keyPath: field] = value
    }

    mutating func flag(_ node: YAMLNode, _ field: WritableKeyPath<Config, Bool>) {
        guard let value = node.bool else { return note(node, "\(subject) must be true or false", useDefault) }
        config[keyPath: field] = value
    }

    mutating func choice<Value>(_ node: YAMLNode, _ field: WritableKeyPath<Config, Value>)
    where Value: RawRepresentable<String> & CaseIterable {
        guard let value = node.text.flatMap(Value.init(rawValue:)) else {
            let names = Value.allCases.map(\.rawValue)
            let meant = node.text.flatMap { Spelling.nearest(to: $0, in: names) }
            let remedy = meant.map { "Did you mean \"\($0)\"?" } ?? useDefault
            return note(node, "\(subject) must be one of: \(names.joined(separator: ", "))", remedy)
        }
        config[keyPath: field] = value
    }

    mutating func theme(_ node: YAMLNode) {
        if case .map = node.content {
            config.theme = Config.Theme("terminal")
            readMap(node, "theme", ConfigSetting.themes)
        } else {
            theme(node) { config, name in config.theme = Config.Theme(name) }
        }
    }

    /// Checks only the name: the file is read when the screen starts.
    mutating func theme(_ node: YAMLNode, _ set: (inout Config, String) -> Void) {
        guard let name = filledText(node) else { return }
        let catalog = ThemeCatalog(folder: Paths.themes(besideConfig: path))
        guard catalog.contains(name) else {
            return note(node, "there is no theme \(ProblemList.quoted(name))", catalog.remedy(for: name))
        }
        set(&config, name)
    }

    mutating func escapeDelay(_ node: YAMLNode) {
        guard let value = node.text.flatMap({ Int($0) }), Config.escapeDelays.contains(value) else {
            let range = "\(Config.escapeDelays.lowerBound) to \(Config.escapeDelays.upperBound)"
            return note(node, "\(subject) must be a whole number of milliseconds, \(range)", useDefault)
        }
        config.escapeDelay = value
    }

    /// A list of periods, or one text with commas; an empty list reminds of nothing.
    mutating func remindBefore(_ node: YAMLNode) {
        periods(node, never: .never, \.expiry.remindBefore) { text throws(TypingError) in
            try ReminderPeriods(typed: text)
        }
    }

    mutating func remindMoments(_ node: YAMLNode) {
        periods(node, never: .never, \.expiry.remindMoments) { text throws(TypingError) in
            try MomentPeriods(typed: text)
        }
    }

    private mutating func periods<Periods>(
        _ node: YAMLNode, never: Periods, _ field: WritableKeyPath<Config, Periods>,
        _ read: (String) throws(TypingError) -> Periods
    ) {
        if node.isNull { return }
        let texts = if case .list(let elements) = node.content { elements.map(\.text) } else { [node.text] }
        if texts.isEmpty {
            config[keyPath: field] = never
            return
        }
        let known = texts.compactMap { $0 }
        guard known.count == texts.count else { return note(node, "\(subject) must be a list of periods", useDefault) }
        do throws(TypingError) {
            config[keyPath: field] = try read(known.joined(separator: ","))
        } catch {
            note(node, "\(subject): \(error.message)", useDefault)
        }
    }

    mutating func archiveAfter(_ node: YAMLNode) {
        guard let text = filledText(node) else { return }
        do throws(TypingError) {
            config.expiry.archiveAfter = try ReminderPeriods.period(text)
        } catch {
            note(node, "\(subject) must be a period such as 30d or 2m", useDefault)
        }
    }

    mutating func number(
        _ node: YAMLNode, _ field: WritableKeyPath<Config, Int>, of range: ClosedRange<Int>
    ) {
        guard let value = node.text.flatMap({ Int($0) }), range.contains(value) else {
            return note(
                node, "\(subject) must be a whole number, \(range.lowerBound) to \(range.upperBound)", useDefault)
        }
        config[keyPath: field] = value
    }

    /// A folder, or `none`.
    mutating func backupPlace(_ node: YAMLNode) {
        guard let text = filledText(node) else { return }
        config.backup.place = text == "none" ? .off : .folder(absolute(text))
    }

    /// A store cannot be encrypted: without this check backups would be readable although a password is set.
    mutating func backup(_ node: YAMLNode) {
        readMap(node, "backup", ConfigSetting.backup)
        guard config.backup.passwordCommand != nil, config.backup.format != .catima else { return }
        config.backup.place = .off
        note(node, "password_command needs format: catima", "No backups are made until this is fixed.")
    }

    mutating func backendURL(_ node: YAMLNode) {
        guard let text = filledText(node) else { return }
        if let refusal = validateBackend(text) {
            let message = refusal.hasSuffix(".") ? String(refusal.dropLast()) : refusal
            return note(node, "\(subject): \(message)", "No backend is used until this is fixed.")
        }
        config.backend.url = text
    }

    mutating func credentials(
        _ node: YAMLNode, _ field: WritableKeyPath<Config, CredentialsSource?>,
        _ source: (ConfigReader, String) -> CredentialsSource
    ) {
        guard let text = filledText(node) else { return }
        guard config[keyPath: field] == nil else {
            return note(
                node, "\(subject) is set twice, by a file and by a command", "This one is ignored; keep one of the two."
            )
        }
        config[keyPath: field] = source(self, text)
    }

    mutating func keys(_ node: YAMLNode) {
        if node.isNull { return }
        guard case .map(let members) = node.content else {
            return note(
                node, "\(subject) is \(node.kind), where keys should be",
                "Write lines like `list.open: Enter` below it.")
        }
        var seen: [String: Int] = [:]
        let remedy = "This one is ignored; give both keys as a list: [a, b]."
        for member in members where problems.isFirst(member, &seen, remedy: remedy) {
            guard let keys = keyNames(member.value, of: member.key) else { continue }
            let position = member.keyPosition
            config.keys.append(.init(action: member.key, keys: keys, line: position.line, column: position.column))
        }
    }

    /// A key, a list of keys, or nothing: the action then has none.
    private mutating func keyNames(_ node: YAMLNode, of member: String) -> [String]? {
        if node.isNull { return [] }
        let nodes = if case .list(let elements) = node.content { elements } else { [node] }
        var names: [String] = []
        for node in nodes {
            guard let name = node.text, !name.isEmpty else {
                note(node, "\(ProblemList.quoted(member)) must be a key, or a list of keys", useDefault)
                return nil
            }
            names.append(name)
        }
        return names
    }

    /// Replaces `~/` by the home folder, as no shell has done it; a relative path is relative to the file's folder.
    func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = try? Paths.home(environment) { return home + path.dropFirst(1) }
        guard let slash = self.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return self.path[...slash] + path
    }

    // MARK: - Problems

    /// What a message is about: "backup.keep.daily".
    private var subject: String { names.isEmpty ? "this" : names.joined(separator: ".") }

    private var useDefault: String { "The default is used until this is fixed." }

    private mutating func note(_ node: YAMLNode, _ message: String, _ remedy: String) {
        problems.note(node.position, message, remedy)
    }
}
