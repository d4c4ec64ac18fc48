internal import Basics
public import Cards

/// Changes the backend in the text of a settings file. Only the lines of the backend's own settings change: comments, order and all
/// other settings stay as they are.
struct ConfigEditing {
    /// For messages.
    let path: String

    /// Throws ``ConfigEditingError`` where the file is written in a way that this does not change, such as `backend: {url: …}`.
    func text(_ old: [UInt8], setting settings: BackendSettings) throws(ConfigEditingError) -> [UInt8] {
        guard let text = String(validating: old, as: UTF8.self) else { throw .cannotChange(path: path, settings) }
        let document: YAMLNode?
        do throws(YAMLError) {
            document = try YAMLReading.document(in: old)
        } catch {
            throw .cannotChange(path: path, settings)
        }
        var lines = SettingLines(text)
        switch document?.content {
        case nil: lines.append(block(settings))
        case .map(let members)?:
            if let backend = members.first(where: { $0.key == "backend" }) {
                try change(backend, in: &lines, to: settings)
            } else {
                lines.append(block(settings))
            }
        case .text?, .list?: throw .cannotChange(path: path, settings)
        }
        let bytes = Array(lines.text.utf8)
        // What cannot be read back as it was meant is not written.
        let (before, problems) = parsed(old)
        let (after, newProblems) = parsed(bytes)
        var expected = before
        (expected.backend.url, expected.backend.kind) = (settings.url, settings.kind)
        expected.backend.credentials = after.backend.credentials
        let hasCredentials =
            settings.credentialsFile.map { after.backend.credentials == .file(folder + $0) }
            ?? (after.backend.credentials == (settings.dropsCredentials ? nil : before.backend.credentials))
        guard expected.withoutLines == after.withoutLines, hasCredentials, newProblems.count <= problems.count else {
            throw .cannotChange(path: path, settings)
        }
        return bytes
    }

    private var folder: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    private func parsed(_ bytes: [UInt8]) -> (Config, [ConfigProblem]) {
        Config.parse(bytes, path: path, environment: { _ in nil }, validateBackend: { _ in nil })
    }

    private func block(_ settings: BackendSettings) -> [String] {
        ["backend:"] + settings.members.map { "  \($0.key): \(Self.scalar($0.value))" }
    }

    private func change(
        _ backend: YAMLNode.Member, in lines: inout SettingLines, to settings: BackendSettings
    ) throws(ConfigEditingError) {
        let first = backend.keyPosition.line
        if backend.value.isNull {
            let indent = String(repeating: " ", count: backend.keyPosition.column + 1)
            lines.insert(settings.members.map { "\(indent)\($0.key): \(Self.scalar($0.value))" }, after: first)
            return
        }
        guard case .map(let members) = backend.value.content, let top = members.first?.keyPosition, top.line > first
        else {
            throw .cannotChange(path: path, settings)
        }
        let indent = String(repeating: " ", count: top.column - 1)
        // Only one of the two may be set.
        let unwanted =
            settings.dropsCredentials
            ? ["credentials_file", "credentials_command"]
            : settings.credentialsFile == nil ? [] : ["credentials_command"]
        for member in members where unwanted.contains(member.key) {
            lines.comment(member.keyPosition.line, indent: indent)
        }
        var added: [String] = []
        for (key, value) in settings.members {
            guard let member = members.first(where: { $0.key == key }) else {
                added.append("\(indent)\(key): \(Self.scalar(value))")
                continue
            }
            guard member.value.isNull || member.value.position.line == member.keyPosition.line else {
                throw .cannotChange(path: path, settings)
            }
            lines.replaceValue(of: member, by: Self.scalar(value))
        }
        lines.insert(added, after: first)
    }

    /// Plain where that is safe, otherwise in quotes.
    private static func scalar(_ text: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:~-".utf8)
        if text.utf8.allSatisfy(plain.contains), text.first?.isLetter == true, !text.hasSuffix(":") { return text }
        return "\"" + text.replacing(bytesOf: "\\", with: "\\\\").replacing(bytesOf: "\"", with: "\\\"") + "\""
    }
}

extension BackendSettings {
    /// The settings that are written, in their order.
    fileprivate var members: [(key: String, value: String)] {
        [("url", url), ("service", kind.rawValue)] + (credentialsFile.map { [("credentials_file", $0)] } ?? [])
    }
}

extension Config {
    /// The settings without their positions in the file.
    public var withoutLines: Config {
        var config = self
        config.keys = keys.map { KeySetting(action: $0.action, keys: $0.keys, line: 0, column: 0) }
        return config
    }
}

/// Why the settings file was not changed.
public enum ConfigEditingError: UserFacingError, Equatable {
    case cannotChange(path: String, BackendSettings)

    public var userMessage: String {
        switch self {
        case .cannotChange(let path, let settings):
            (["\(path) cannot be changed automatically. Add these lines yourself:", "backend:"]
                + settings.members.map { "  \($0.key): \($0.value)" }
                + (settings.credentialsFile == nil
                    ? [] : ["Put the credentials into that file, and make it readable by you only."]))
                .joined(separator: "\n")
        }
    }
}

/// The lines of a settings file, to change single ones. Numbers of lines count from 1 and are those of the original text.
struct SettingLines {
    private struct Line {
        var text: String
        /// Lines that were added behind it.
        var added: [String] = []
    }

    private var lines: [Line]
    private var end: [String] = []
    private let lineEnd: String

    init(_ text: String) {
        lineEnd = text.contains(bytesOf: "\r\n") ? "\r\n" : "\n"
        var lines = text.split(separator: Character(lineEnd), omittingEmptySubsequences: false).map {
            Line(text: String($0))
        }
        if lines.last?.text == "" { lines.removeLast() }
        self.lines = lines
    }

    var text: String {
        let all = lines.flatMap { [$0.text] + $0.added } + end
        return all.map { $0 + lineEnd }.joined()
    }

    /// Adds lines at the end.
    mutating func append(_ new: [String]) { end += new }

    mutating func insert(_ new: [String], after number: Int) {
        guard lines.indices.contains(number - 1) else { return append(new) }
        lines[number - 1].added += new
    }

    /// Makes a line a comment.
    mutating func comment(_ number: Int, indent: String) {
        guard lines.indices.contains(number - 1) else { return }
        let line = lines[number - 1].text
        lines[number - 1].text = indent + "# " + line.drop { $0 == " " }
    }

    /// Replaces the value behind a key; a comment behind it stays.
    mutating func replaceValue(of member: YAMLNode.Member, by value: String) {
        let index = member.keyPosition.line - 1
        guard lines.indices.contains(index) else { return }
        let characters = Array(lines[index].text.unicodeScalars)
        let key = min(member.keyPosition.column - 1, characters.count)
        // The key is one of ours, which needs no quotes; behind it are the colon and the value.
        let colon = characters[key...].firstIndex(of: ":") ?? characters.count
        let old = characters[min(colon + 1, characters.count)...]
        var head = String.UnicodeScalarView()
        head.append(contentsOf: characters[..<min(colon + 1, characters.count)])
        lines[index].text = String(head) + " " + value + Self.comment(in: old)
    }

    /// The comment behind a value on one line, with the blanks before it; empty for none.
    private static func comment(in rest: ArraySlice<Unicode.Scalar>) -> String {
        var quote: Unicode.Scalar?
        var isEscaped = false
        var blanks = rest.startIndex
        for (index, scalar) in zip(rest.indices, rest) {
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if scalar == "\\", open == "\"" { isEscaped = true } else if scalar == open { quote = nil }
            } else if scalar == "#", index == rest.startIndex || rest[index - 1] == " " || rest[index - 1] == "\t" {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: rest[blanks...])
                return String(text)
            } else if scalar == "\"" || scalar == "'", rest[..<index].allSatisfy({ $0 == " " }) {
                quote = scalar
            }
            if scalar != " ", scalar != "\t" { blanks = index + 1 }
        }
        return ""
    }
}
