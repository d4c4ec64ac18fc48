/// Changes of single entries of a card, each as `LABEL=VALUE`: the entry with this label is replaced or added, and removed where
/// there is no value. Other entries stay.
public struct EntryEdits: Equatable, Sendable {
    /// `NAME=VALUE`
    public var fields: [String] = []
    /// `LABEL=KIND:VALUE`
    public var codes: [String] = []
    /// `LABEL=PATH`
    public var pictures: [String] = []

    public init() {}

    public var isEmpty: Bool { fields.isEmpty && codes.isEmpty && pictures.isEmpty }

    /// Changes the card's own fields. Throws for a text that cannot be read.
    public func applyFields(to card: inout Card) throws(TypingError) {
        for text in fields {
            let field = try OwnField(line: text)
            Self.set(field.value.isEmpty ? nil : field, in: &card.ownFields) { $0.name.isSameText(as: field.name) }
        }
    }

    /// Changes the card's further codes. Throws for a text that cannot be read, and for a code that cannot be drawn.
    public func applyCodes(to card: inout Card) throws(TypingError) {
        for text in codes {
            if let label = Self.emptied(text) {
                card.codes.removeAll { $0.label.isSameText(as: label) }
                continue
            }
            let code = try FurtherCode(line: text)
            do throws(BarcodeProblem) {
                // Warnings are errors here: a script's output may not be read.
                if let warning = try code.barcode.content(number: card.number).warning { throw warning }
            } catch {
                throw TypingError(error.userMessage)
            }
            Self.set(code, in: &card.codes) { !code.label.isEmpty && $0.label.isSameText(as: code.label) }
        }
    }

    /// The labels and paths of the pictures; without a path the picture is removed. Throws for a text that cannot be read.
    public func pictureFiles() throws(TypingError) -> [(label: String, path: String?)] {
        var files: [(label: String, path: String?)] = []
        for text in pictures {
            if let label = Self.emptied(text) {
                files.append((label, nil))
                continue
            }
            let (label, source) = try FurtherPicture.parts(of: text)
            guard case .path(let path) = source else { throw TypingError("write it as LABEL=PATH") }
            files.append((label, path))
        }
        return files
    }

    /// Replaces the picture with this label, or adds one; nil removes it.
    public static func setPicture(_ hash: PhotoHash?, label: String, in card: inout Card) {
        set(hash.map { FurtherPicture(label: label, hash: $0) }, in: &card.pictures) {
            $0.label.isSameText(as: label) && (hash == nil || !label.isEmpty)
        }
    }

    private static func set<Entry>(_ entry: Entry?, in entries: inout [Entry], where isOld: (Entry) -> Bool) {
        guard let entry else { return entries.removeAll(where: isOld) }
        if let index = entries.firstIndex(where: isOld) { entries[index] = entry } else { entries.append(entry) }
    }

    /// The label of `LABEL=`; nil for any other text.
    private static func emptied(_ text: String) -> String? {
        var reader = EntryLine(text)
        guard let label = try? reader.part(before: "="), reader.skip("="), reader.isAtEnd else { return nil }
        return label.text
    }
}
