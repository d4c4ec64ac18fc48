internal import Cards

/// Reads a scheme from YAML: the current form (`name`, `variant`, `palette`) and the older flat one (`scheme`, `base00`
/// and so on at the top level).
///
/// Unknown fields are reported and ignored; a scheme that lacks a color is invalid.
struct SchemeReader {
    /// A larger file is no scheme.
    static let maximumBytes = 64 << 10
    private static let fields = ["system", "name", "author", "variant", "palette", "scheme", "slug", "description"]
    private static let notUsed = "The theme is not used until this is fixed."
    private static let skippedFields = "The theme is used without it."

    private var problems: ProblemList
    private var colors: [Int: SchemeColor] = [:]
    /// Colors with an invalid value: they are reported already, so they are not missing.
    private var unreadable: Set<Int> = []
    private var lines: [String: Int] = [:]
    private var name: String?
    private var isLight: Bool?
    private var isFull = false

    private init(path: String) { problems = ProblemList(path: path) }

    /// The scheme, nil if it cannot be used, and all its problems. Without its own name it gets the given one.
    static func read(_ bytes: [UInt8], path: String, name: String) -> (scheme: Scheme?, problems: [ConfigProblem]) {
        var reader = SchemeReader(path: path)
        do {
            guard let document = try YAMLReading.document(in: bytes) else {
                reader.problems.note(nil, "it is empty", "Fill it with a base16 scheme: name, variant and palette.")
                return (nil, reader.problems.all)
            }
            return (reader.scheme(document, name), reader.problems.all)
        } catch {
            reader.problems.note(error.position, error.reason, notUsed)
            return (nil, reader.problems.all)
        }
    }

    private mutating func scheme(_ document: YAMLNode, _ givenName: String) -> Scheme? {
        guard case .map(let members) = document.content else {
            problems.note(document.position, "this is \(document.kind), where a scheme should be", Self.notUsed)
            return nil
        }
        var position = document.position
        for member in members where isFirst(member, in: "") {
            if member.key == "palette" { position = member.value.position }
            readField(member)
        }
        let missing = (0..<Scheme.baseCount).filter { colors[$0] == nil && !unreadable.contains($0) }
        if !missing.isEmpty {
            problems.note(
                position, "there is no \(missing.map(Scheme.colorName).joined(separator: ", "))", Self.notUsed)
        }
        let palette = (0..<Scheme.baseCount).compactMap { colors[$0] }
        guard palette.count == Scheme.baseCount else { return nil }
        let more = (Scheme.baseCount..<Scheme.fullCount).compactMap { colors[$0] }
        let isComplete = more.count == Scheme.fullCount - Scheme.baseCount
        if (isFull || !more.isEmpty) && !isComplete {
            problems.note(position, "it has only some of base10 to base17", "The sixteen colors before them are used.")
        }
        return Scheme(
            name: name ?? givenName, isLight: isLight ?? (palette[0].luminance > palette[5].luminance),
            palette: isComplete ? palette + more : palette)
    }

    private mutating func readField(_ member: YAMLNode.Member) {
        switch member.key {
        case "palette":
            guard case .map(let members) = member.value.content else {
                return problems.note(
                    member.value.position, "this is \(member.value.kind), where colors should be",
                    "Write lines like base00: \"#1d2021\" below it.")
            }
            for color in members where isFirst(color, in: "palette") && !readColor(color) {
                problems.note(
                    color.keyPosition, "there is no color \(ProblemList.quoted(color.key)) in a scheme",
                    Self.skippedFields)
            }
        case "name", "scheme": if let text = member.value.text, !text.isEmpty { name = name ?? text }
        case "variant": readVariant(member.value)
        case "system":
            isFull = member.value.text == "base24"
            if !isFull, member.value.text != "base16" {
                problems.note(member.value.position, "this must be base16 or base24", "It is read as base16.")
            }
        case "author", "slug", "description": break
        default:
            if readColor(member) { return }
            let near = Spelling.nearest(to: member.key, in: Self.fields).map { "Did you mean \"\($0)\"?" }
            problems.note(
                member.keyPosition, "there is no field \(ProblemList.quoted(member.key)) in a scheme",
                near ?? Self.skippedFields)
        }
    }

    private mutating func readVariant(_ node: YAMLNode) {
        switch node.text {
        case "light": isLight = true
        case "dark": isLight = false
        default: problems.note(node.position, "this must be dark or light", "The colors themselves say which.")
        }
    }

    /// Reads a color; false if the key is no color's name.
    private mutating func readColor(_ member: YAMLNode.Member) -> Bool {
        guard let index = Scheme.colorIndex(member.key) else { return false }
        if let color = member.value.text.flatMap({ SchemeColor($0) }) {
            colors[index] = colors[index] ?? color
        } else {
            unreadable.insert(index)
            // Without quotes, text after a # is a comment.
            let remedy = "Write it in quotes, such as \"#1d2021\"."
            problems.note(
                member.value.position, "\(Scheme.colorName(index)) must be a color, six hexadecimal digits", remedy)
        }
        return true
    }

    /// Whether the key is the first of its name in this map; reports it otherwise.
    private mutating func isFirst(_ member: YAMLNode.Member, in map: String) -> Bool {
        problems.isFirst(member, &lines, as: map + "." + member.key.lowercased())
    }
}
