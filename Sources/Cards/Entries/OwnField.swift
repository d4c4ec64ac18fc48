/// A text field of a card whose name its owner chose, such as "Locker".
public struct OwnField: CardEntry {
    public static let maximum = 50

    /// Never empty.
    @ByCodePoints public var name: String
    @ByCodePoints public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }

    public var texts: [String] { [name, value] }
    public var searched: [String] { texts }

    // MARK: - JSON

    private enum Key {
        static let name = "name"
        static let value = "value"
    }

    public init?(json: JSON, photos form: CardJSON.PhotoForm, into photos: inout [PhotoHash: [UInt8]]) {
        guard let texts = json.texts([Key.name, Key.value]), let name = texts[Key.name], !name.isEmpty,
            let value = texts[Key.value]
        else { return nil }
        self.init(name: name, value: value)
    }

    public func json(photo: (PhotoHash) -> String?) -> JSON? {
        .object([Key.name: .string(name), Key.value: .string(value)])
    }

    // MARK: - Text

    public init(line: String, photos: [PhotoHash] = []) throws(TypingError) {
        var reader = EntryLine(line)
        let name = try reader.part(before: "=")
        guard reader.skip("="), !name.text.isEmpty else { throw TypingError("write it as NAME = VALUE") }
        self.init(name: name.text, value: try reader.rest())
    }

    /// `Locker = 12`
    public var line: String {
        let name = EntryLine.written(name, before: "=")
        return value.isEmpty ? "\(name) =" : "\(name) = \(EntryLine.written(value))"
    }
}
