public import Cards

/// What the page of a card shows of the pass that the card came from: a line for each field, in the user's language and format. It is
/// read from the pass, which the store keeps; no part of it is stored.
public struct PassPage: Equatable, Sendable {
    /// The lines of the fields.
    public let text: String
    /// The card's note without the lines that ``text`` has; those with links stay in the note, where they can be opened.
    public let note: String

    /// A page is read by people. A longer note stays as it is.
    private static let maximumBytes = 64 << 10
    /// A field of more lines stays in the note, too.
    private static let maximumLines = 20

    /// Nil for a card that came from no pass, or whose pass cannot be read any more.
    /// - Parameter language: as in ``ImportRequest/language``.
    @concurrent public static func page(
        of card: Card, in store: any CardStore, language: String, format: LocalFormat, clock: CardClock = .system
    ) async -> PassPage? {
        guard let origin = try? await store.origin(of: card.identifier, in: FileFormat.pass.rawValue)?.origin,
            let hash = origin.attachment, let bytes = try? await store.photo(hash)
        else { return nil }
        return try? PassPage(pass: bytes, note: card.note, language: language, format: format, clock: clock)
    }

    /// - Parameter bytes: a `.pkpass`, or a bare `pass.json`.
    init(pass bytes: [UInt8], note: String, language: String, format: LocalFormat, clock: CardClock) throws {
        let pass = try PassContents(bytes, language: language)
        let fields = PassField.groups(of: pass.style, pass.strings).groups.joined()
        let isShort = note.utf8.count <= Self.maximumBytes
        var (lines, blocks): ([String], Set<ExactText>) = ([], [])
        for field in fields {
            let noteText = field.noteText
            // Only the note's links can be opened.
            if isShort, NoteLinks(in: noteText).count > 0, note.contains(bytesOf: noteText) { continue }
            lines.append(field.text(format, clock))
            blocks.formUnion([ExactText(noteText), ExactText(field.formerNoteText)])
        }
        if pass.hasSignature { lines.append("signed; the signature is not checked") }
        text = String(decoding: lines.joined(separator: "\n").utf8.prefix(Self.maximumBytes), as: UTF8.self)
        self.note = isShort ? Self.note(note, without: blocks) : note
    }

    /// The note without these texts, each of which is whole lines of it, and without the empty lines that they leave.
    private static func note(_ note: String, without blocks: Set<ExactText>) -> String {
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let heights = Set(blocks.map { block in block.text.utf8.count(where: { $0 == 0x0A }) + 1 })
            .filter { $0 <= maximumLines }.sorted()
        var kept: [String] = []
        var index = 0
        while index < lines.count {
            let removed = heights.first { height in
                index + height <= lines.count
                    && blocks.contains(ExactText(lines[index..<index + height].joined(separator: "\n")))
            }
            if let removed {
                index += removed
                continue
            }
            let isSecondBlank = lines[index].isEmpty && kept.last?.isEmpty ?? true
            if !isSecondBlank { kept.append(lines[index]) }
            index += 1
        }
        while kept.last?.isEmpty == true { kept.removeLast() }
        return blocks.isEmpty ? note : kept.joined(separator: "\n")
    }
}
