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
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
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
public enum ConfigEditingError: UserFacingError, Hashable {
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
