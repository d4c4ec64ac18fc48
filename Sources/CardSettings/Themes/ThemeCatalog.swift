internal import Basics
internal import Cards
public import Terminal
internal import Themes

/// The available themes: the terminal's own colors, the schemes embedded in the program, and those in the user's
/// folder, which take precedence over embedded ones of the same name.
///
/// Nothing is read in advance; a file is read each time, so that a scheme can be tried out while it is edited.
public struct ThemeCatalog: Sendable {
    private static let suffix = ".yaml"

    /// The embedded themes, `terminal` first.
    public static var embeddedNames: [String] { [Theme.terminal.name] + EmbeddedScheme.all.map(\.name) }

    private let folder: String
    private let report: @Sendable (ConfigProblem) -> Void

    /// - Parameter report: receives the problems of a theme that is used nevertheless.
    public init(folder: String, report: @escaping @Sendable (ConfigProblem) -> Void = { _ in }) {
        self.folder = folder
        self.report = report
    }

    /// All names, `terminal` first, then sorted.
    public var names: [String] {
        let own = PathText.names(inFolder: folder).filter { $0.hasSuffix(Self.suffix) }.map {
            String($0.dropLast(Self.suffix.count))
        }
        let others = Set(own.filter(Self.isName) + EmbeddedScheme.all.map(\.name))
        return [Theme.terminal.name] + others.subtracting([Theme.terminal.name]).sorted()
    }

    /// The themes for the screen's picker. Whether a user's theme is light is unknown before it is read.
    public var choices: [ThemeChoice] {
        names.map { name in
            let embedded = isOwn(name) ? nil : Self.embedded(name)
            return ThemeChoice(name: name, isLight: embedded?.isLight) { try theme(named: name) }
        }
    }

    /// A theme by its name, with what is wrong with its file.
    public struct Entry: Equatable, Sendable {
        public let name: String
        /// Nil where it follows the terminal, or cannot be read.
        public let isLight: Bool?
        /// Whether it is in the user's folder.
        public let isOwn: Bool
        public let problems: [ConfigProblem]
    }

    /// All themes in the order of ``names``; those of the user are read.
    public var entries: [Entry] {
        names.map { name in
            guard name != Theme.terminal.name, isOwn(name) else {
                return Entry(name: name, isLight: Self.embedded(name)?.isLight, isOwn: false, problems: [])
            }
            let path = path(name)
            guard let bytes = try? FileReading.bytes(ofFile: path, limit: SchemeReader.maximumBytes) else {
                return Entry(name: name, isLight: nil, isOwn: true, problems: self.problems(ofTheme: name))
            }
            let (scheme, problems) = SchemeReader.read(bytes, path: path, name: name)
            return Entry(name: name, isLight: scheme?.isLight, isOwn: true, problems: problems)
        }
    }

    /// Why a theme cannot be used, or only in part.
    private func problems(ofTheme name: String) -> [ConfigProblem] { read(name).problems }

    public func contains(_ name: String) -> Bool {
        name == Theme.terminal.name || Self.embedded(name) != nil || (Self.isName(name) && isOwn(name))
    }

    /// Reads a theme, or throws the ``ConfigProblem`` for which it cannot be used. Other problems are reported.
    public func theme(named name: String) throws(ConfigProblem) -> Theme {
        var (theme, problems) = read(name)
        if let theme {
            for problem in problems { report(problem) }
            return theme
        }
        guard let first = problems.first else { throw unknown(name, at: folder) }
        problems.removeFirst()
        for problem in problems { report(problem) }
        throw first
    }

    /// The theme, nil if it cannot be used, and all its problems.
    public func read(_ name: String) -> (theme: Theme?, problems: [ConfigProblem]) {
        if name == Theme.terminal.name { return (.terminal, []) }
        guard Self.isName(name) else { return (nil, [unknown(name, at: folder)]) }
        do {
            // An editor that is opened for the problem then makes the file.
            guard let (bytes, path) = try file(name) else { return (nil, [unknown(name, at: self.path(name))]) }
            let (scheme, problems) = SchemeReader.read(bytes, path: path, name: name)
            return (scheme.map { Theme(name: name, scheme: $0) }, problems)
        } catch {
            let remedy = "Fix the file, or choose another theme."
            let message = "it cannot be read: \(error.reason)"
            return (nil, [ConfigProblem(path: path(name), message: message, remedy: remedy)])
        }
    }

    private func unknown(_ name: String, at path: String) -> ConfigProblem {
        ConfigProblem(path: path, message: "there is no theme \"\(name)\"", remedy: remedy(for: name))
    }

    /// Why a theme cannot be chosen by this name; nil where it can.
    public func problem(withName name: String) -> String? {
        contains(name) ? nil : "there is no theme \"\(name)\". \(remedy(for: name))"
    }

    /// Suggests the nearest name, or lists all.
    public func remedy(for name: String) -> String {
        let names = names
        if let near = Spelling.nearest(to: name, in: names) { return "Did you mean \"\(near)\"?" }
        return "There are: \(names.joined(separator: ", "))."
    }

    /// Nil if there is no such theme.
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

    /// Whether it is a valid file name that cannot leave the folder.
    private static func isName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 0x20 && $0.value != 0x7F }
    }
}
