internal import Cards

/// Reads a scheme out of YAML: today's form (`name`, `variant`, `palette`) and the older flat one (`scheme`, `base00` and so on beside it).
///
/// What it does not know is told and passed over; a scheme that lacks a colour is none.
struct SchemeReader {
    /// A larger file is no scheme.
    static let maximumBytes = 64 << 10
    private static let maximumProblems = 100
    private static let fields = ["system", "name", "author", "variant", "palette", "scheme", "slug", "description"]
    private static let notUsed = "The theme is not used until this is mended."
    private static let passedOver = "The theme is used without it."

    private let path: String
    private var problems: [ConfigProblem] = []
    private var colors: [Int: SchemeColor] = [:]
    /// Colours that are there and cannot be read: told already, so not missing.
    private var unreadable: Set<Int> = []
    private var lines: [String: Int] = [:]
    private var name: String?
    private var isLight: Bool?
    private var isFull = false

    private init(path: String) { self.path = path }

    /// The scheme, nil when it cannot be used, and all that is wrong with it. Without a name of its own it has the given one.
    static func read(_ bytes: [UInt8], path: String, name: String) -> (scheme: Scheme?, problems: [ConfigProblem]) {
        var reader = SchemeReader(path: path)
        do {
            guard let document = try YAMLReading.document(in: bytes) else {
                reader.note(nil, "there is nothing in it", "Put a base16 scheme there: name, variant and palette.")
                return (nil, reader.problems)
            }
            return (reader.scheme(document, name), reader.problems)
        } catch {
            reader.note(error.place, error.reason, notUsed)
            return (nil, reader.problems)
        }
    }

    private mutating func scheme(_ document: YAMLNode, _ givenName: String) -> Scheme? {
        guard case .map(let members) = document.content else {
            note(document.place, "this is \(document.kind), where a scheme should be", Self.notUsed)
            return nil
        }
        var place = document.place
        for member in members where isFirst(member, in: "") {
            if member.key == "palette" { place = member.value.place }
            take(member)
        }
        let missing = (0..<Scheme.baseCount).filter { colors[$0] == nil && !unreadable.contains($0) }
        if !missing.isEmpty {
            note(place, "there is no \(missing.map(Scheme.colorName).joined(separator: ", "))", Self.notUsed)
        }
        let palette = (0..<Scheme.baseCount).compactMap { colors[$0] }
        guard palette.count == Scheme.baseCount else { return nil }
        let more = (Scheme.baseCount..<Scheme.fullCount).compactMap { colors[$0] }
        let isComplete = more.count == Scheme.fullCount - Scheme.baseCount
        if (isFull || !more.isEmpty) && !isComplete {
            note(place, "it has only some of base10 to base17", "The sixteen colours before them are used.")
        }
        return Scheme(
            name: name ?? givenName, isLight: isLight ?? (palette[0].luminance > palette[5].luminance),
            palette: isComplete ? palette + more : palette)
    }

    private mutating func take(_ member: YAMLNode.Member) {
        switch member.key {
        case "palette":
            guard case .map(let members) = member.value.content else {
                return note(
                    member.value.place, "this is \(member.value.kind), where colours should be",
                    "Write lines like base00: \"#1d2021\" below it.")
            }
            for color in members where isFirst(color, in: "palette") && !takeColor(color) {
                note(color.keyPlace, "there is no colour \(quoted(color.key)) in a scheme", Self.passedOver)
            }
        case "name", "scheme": if let text = member.value.text, !text.isEmpty { name = name ?? text }
        case "variant": takeVariant(member.value)
        case "system":
            isFull = member.value.text == "base24"
            if !isFull, member.value.text != "base16" {
                note(member.value.place, "this has to be base16 or base24", "It is read as base16.")
            }
        case "author", "slug", "description": break
        default:
            if takeColor(member) { return }
            let near = Spelling.nearest(to: member.key, in: Self.fields).map { "Did you mean \"\($0)\"?" }
            note(member.keyPlace, "there is no field \(quoted(member.key)) in a scheme", near ?? Self.passedOver)
        }
    }

    private mutating func takeVariant(_ node: YAMLNode) {
        switch node.text {
        case "light": isLight = true
        case "dark": isLight = false
        default: note(node.place, "this has to be dark or light", "The colours themselves say which.")
        }
    }

    /// False when it is no colour's name.
    private mutating func takeColor(_ member: YAMLNode.Member) -> Bool {
        guard let index = Scheme.colorIndex(member.key) else { return false }
        if let color = member.value.text.flatMap({ SchemeColor($0) }) {
            colors[index] = colors[index] ?? color
        } else {
            unreadable.insert(index)
            // Without quotes, what follows a # is a comment.
            let remedy = "Write it in quotes, as \"#1d2021\"."
            note(member.value.place, "\(Scheme.colorName(index)) has to be a colour, six hexadecimal digits", remedy)
        }
        return true
    }

    /// Whether the key has not come before in this map; told when it has.
    private mutating func isFirst(_ member: YAMLNode.Member, in map: String) -> Bool {
        guard let line = lines.updateValue(member.keyPlace.line, forKey: map + "." + member.key.lowercased()) else {
            return true
        }
        note(
            member.keyPlace, "\(quoted(member.key)) is there twice, first in line \(line)",
            "This one is ignored; keep one of the two.")
        return false
    }

    private mutating func note(_ place: YAMLNode.Place?, _ words: String, _ remedy: String) {
        if problems.count == Self.maximumProblems { return }
        problems.append(
            ConfigProblem(path: path, line: place?.line, column: place?.column, words: words, remedy: remedy))
    }

    private func quoted(_ key: String) -> String { "\"" + (key.count > 40 ? key.prefix(40) + "…" : key[...]) + "\"" }
}
