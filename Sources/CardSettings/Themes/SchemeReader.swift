internal import Cards

/// Reads a scheme from YAML: the current form (`name`, `variant`, `palette`) and the older flat one (`scheme`, `base00`
/// and so on at the top level).
///
/// Unknown fields are reported and ignored; a scheme that lacks a colour is invalid.
struct SchemeReader {
    /// A larger file is no scheme.
    static let maximumBytes = 64 << 10
    private static let maximumProblems = 100
    private static let fields = ["system", "name", "author", "variant", "palette", "scheme", "slug", "description"]
    private static let notUsed = "The theme is not used until this is fixed."
    private static let skippedFields = "The theme is used without it."

    private let path: String
    private var problems: [ConfigProblem] = []
    private var colors: [Int: SchemeColor] = [:]
    /// Colours with an invalid value: they are reported already, so they are not missing.
    private var unreadable: Set<Int> = []
    private var lines: [String: Int] = [:]
    private var name: String?
    private var isLight: Bool?
    private var isFull = false

    private init(path: String) { self.path = path }

    /// The scheme, nil if it cannot be used, and all its problems. Without its own name it gets the given one.
    static func read(_ bytes: [UInt8], path: String, name: String) -> (scheme: Scheme?, problems: [ConfigProblem]) {
        var reader = SchemeReader(path: path)
        do {
            guard let document = try YAMLReading.document(in: bytes) else {
                reader.note(nil, "it is empty", "Fill it with a base16 scheme: name, variant and palette.")
                return (nil, reader.problems)
            }
            return (reader.scheme(document, name), reader.problems)
        } catch {
            reader.note(error.position, error.reason, notUsed)
            return (nil, reader.problems)
        }
    }

    private mutating func scheme(_ document: YAMLNode, _ givenName: String) -> Scheme? {
        guard case .map(let members) = document.content else {
            note(document.position, "this is \(document.kind), where a scheme should be", Self.notUsed)
            return nil
        }
        var position = document.position
        for member in members where isFirst(member, in: "") {
            if member.key == "palette" { position = member.value.position }
            readField(member)
        }
        let missing = (0..<Scheme.baseCount).filter { colors[$0] == nil && !unreadable.contains($0) }
        if !missing.isEmpty {
            note(position, "there is no \(missing.map(Scheme.colorName).joined(separator: ", "))", Self.notUsed)
        }
        let palette = (0..<Scheme.baseCount).compactMap { colors[$0] }
        guard palette.count == Scheme.baseCount else { return nil }
        let more = (Scheme.baseCount..<Scheme.fullCount).compactMap { colors[$0] }
        let isComplete = more.count == Scheme.fullCount - Scheme.baseCount
        if (isFull || !more.isEmpty) && !isComplete {
            note(position, "it has only some of base10 to base17", "The sixteen colors before them are used.")
        }
        return Scheme(
            name: name ?? givenName, isLight: isLight ?? (palette[0].luminance > palette[5].luminance),
            palette: isComplete ? palette + more : palette)
    }

    private mutating func readField(_ member: YAMLNode.Member) {
        switch member.key {
        case "palette":
            guard case .map(let members) = member.value.content else {
                return note(
                    member.value.position, "this is \(member.value.kind), where colors should be",
                    "Write lines like base00: \"#1d2021\" below it.")
            }
            for color in members where isFirst(color, in: "palette") && !readColor(color) {
                note(color.keyPosition, "there is no color \(quoted(color.key)) in a scheme", Self.skippedFields)
            }
        case "name", "scheme": if let text = member.value.text, !text.isEmpty { name = name ?? text }
        case "variant": readVariant(member.value)
        case "system":
            isFull = member.value.text == "base24"
            if !isFull, member.value.text != "base16" {
                note(member.value.position, "this must be base16 or base24", "It is read as base16.")
            }
        case "author", "slug", "description": break
        default:
            if readColor(member) { return }
            let near = Spelling.nearest(to: member.key, in: Self.fields).map { "Did you mean \"\($0)\"?" }
            note(member.keyPosition, "there is no field \(quoted(member.key)) in a scheme", near ?? Self.skippedFields)
        }
    }

    private mutating func readVariant(_ node: YAMLNode) {
        switch node.text {
        case "light": isLight = true
        case "dark": isLight = false
        default: note(node.position, "this must be dark or light", "The colors themselves say which.")
        }
    }

    /// Reads a colour; false if the key is no colour's name.
    private mutating func readColor(_ member: YAMLNode.Member) -> Bool {
        guard let index = Scheme.colorIndex(member.key) else { return false }
        if let color = member.value.text.flatMap({ SchemeColor($0) }) {
            colors[index] = colors[index] ?? color
        } else {
            unreadable.insert(index)
            // Without quotes, text after a # is a comment.
            let remedy = "Write it in quotes, such as \"#1d2021\"."
            note(member.value.position, "\(Scheme.colorName(index)) must be a color, six hexadecimal digits", remedy)
        }
        return true
    }

    /// Whether the key is the first of its name in this map; reports it otherwise.
    private mutating func isFirst(_ member: YAMLNode.Member, in map: String) -> Bool {
        guard let line = lines.updateValue(member.keyPosition.line, forKey: map + "." + member.key.lowercased()) else {
            return true
        }
        note(
            member.keyPosition, "\(quoted(member.key)) is set twice, first in line \(line)",
            "This one is ignored; keep one of the two.")
        return false
    }

    private mutating func note(_ position: YAMLNode.Position?, _ message: String, _ remedy: String) {
        if problems.count == Self.maximumProblems { return }
        problems.append(
            ConfigProblem(path: path, line: position?.line, column: position?.column, message: message, remedy: remedy))
    }

    private func quoted(_ key: String) -> String { "\"" + (key.count > 40 ? key.prefix(40) + "…" : key[...]) + "\"" }
}
