internal import Cards
public import Terminal
internal import Themes

/// The themes that there are: the terminal's own colours, the schemes that come along, and the user's in a folder, which go before
/// schemes of the same name.
///
/// Nothing is read before it is asked for; a file is read each time, so that a scheme can be tried out while it is written.
public struct ThemeCatalog: Sendable {
    private static let suffix = ".yaml"

    /// Without those of a user, `terminal` first.
    public static var embeddedNames: [String] { [Theme.terminal.name] + EmbeddedScheme.all.map(\.name) }

    private let folder: String
    private let tell: @Sendable (ConfigProblem) -> Void

    /// `tell` hears of what is wrong with a theme that is used all the same.
    public init(folder: String, tell: @escaping @Sendable (ConfigProblem) -> Void = { _ in }) {
        (self.folder, self.tell) = (folder, tell)
    }

    /// All names, `terminal` first, then by name.
    public var names: [String] {
        let own = Folder.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.map {
            String($0.dropLast(Self.suffix.count))
        }
        let others = Set(own.filter(Self.isName) + EmbeddedScheme.all.map(\.name))
        return [Theme.terminal.name] + others.subtracting([Theme.terminal.name]).sorted()
    }

    /// The same as what a screen offers. Whether a user's own is light is not known before it is read.
    public var choices: [ThemeChoice] {
        names.map { name in
            let embedded = isOwn(name) ? nil : Self.embedded(name)
            return ThemeChoice(name: name, isLight: embedded?.isLight) { try theme(named: name) }
        }
    }

    public func contains(_ name: String) -> Bool {
        name == Theme.terminal.name || Self.embedded(name) != nil || (Self.isName(name) && isOwn(name))
    }

    /// Reads it, or throws the ``ConfigProblem`` for which it cannot be used. What else is wrong is told.
    public func theme(named name: String) throws(ConfigProblem) -> Theme {
        var (theme, problems) = read(name)
        if let theme {
            for problem in problems { tell(problem) }
            return theme
        }
        guard let first = problems.first else { throw unknown(name) }
        problems.removeFirst()
        for problem in problems { tell(problem) }
        throw first
    }

    /// The theme, nil when it cannot be used, and all that is wrong with it.
    public func read(_ name: String) -> (theme: Theme?, problems: [ConfigProblem]) {
        if name == Theme.terminal.name { return (.terminal, []) }
        guard Self.isName(name) else { return (nil, [unknown(name)]) }
        do {
            guard let (bytes, path) = try file(name) else { return (nil, [unknown(name)]) }
            let (scheme, problems) = SchemeReader.read(bytes, path: path, name: name)
            return (scheme.map { Theme(name: name, scheme: $0) }, problems)
        } catch {
            let remedy = "Mend the file, or choose another theme."
            let words = "it cannot be read: \(error.reason)"
            return (nil, [ConfigProblem(path: path(name), words: words, remedy: remedy)])
        }
    }

    private func unknown(_ name: String) -> ConfigProblem {
        ConfigProblem(path: folder, words: "there is no theme \"\(name)\"", remedy: remedy(for: name))
    }

    /// The name that was meant, or all that there are.
    public func remedy(for name: String) -> String {
        let names = names
        if let near = Spelling.nearest(to: name, in: names) { return "Did you mean \"\(near)\"?" }
        return "There are: \(names.joined(separator: ", "))."
    }

    /// Nil when there is none.
    private func file(_ name: String) throws(FileError) -> (bytes: [UInt8], path: String)? {
        let path = path(name)
        do {
            return (try FileReading.bytes(ofFile: path, limit: SchemeReader.maximumBytes), path)
        } catch {
            guard error.kind == .missing else { throw error }
            return Self.embedded(name).map { ($0.bytes(), name + Self.suffix) }
        }
    }

    private func path(_ name: String) -> String { folder + "/" + name + Self.suffix }

    private func isOwn(_ name: String) -> Bool { FileReading.exists(path(name)) }

    private static func embedded(_ name: String) -> EmbeddedScheme? { EmbeddedScheme.all.first { $0.name == name } }

    /// Whether a file may be called so, and stays in its folder then.
    private static func isName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
    }
}
