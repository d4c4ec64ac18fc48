internal import Cards

/// A note of Catima's table with what Catima has no column for: own fields and further codes stand in a block at its end, which people can
/// read, and which an import takes off again.
///
/// Only a block exactly as it is written here is one; any other text stays in the note. A note that itself ends like a block gets an
/// empty one, so that it comes back as it was.
enum CatimaNote {
    private static let first = "--- cards-tui: fields and codes ---\n"
    private static let last = "--- end ---"
    private static let field = "field: "
    private static let code = "code: "
    private static let gap = "\n\n"

    /// The note with the block, if it needs one.
    static func text(of card: Card) -> String {
        if card.ownFields.isEmpty, card.codes.isEmpty, parts(of: card.note) == nil { return card.note }
        return (card.note.isEmpty ? "" : card.note + gap) + block(card.ownFields, card.codes)
    }

    /// Sets note, own fields and codes from a text; without a block all of it is the note.
    static func read(_ text: String, into card: inout Card) {
        guard let parts = parts(of: text) else { return card.note = text }
        (card.note, card.ownFields, card.codes) = (parts.note, parts.fields, parts.codes)
    }

    private static func block(_ fields: [OwnField], _ codes: [FurtherCode]) -> String {
        let lines = fields.map { field + $0.line } + codes.map { code + $0.line }
        return first + lines.map { $0 + "\n" }.joined() + last
    }

    /// Nil without a block at the end.
    private static func parts(of text: String) -> (note: String, fields: [OwnField], codes: [FurtherCode])? {
        let bytes = text.utf8
        // Nearly all notes are decided here.
        guard bytes.count >= first.utf8.count + last.utf8.count,
            bytes.suffix(last.utf8.count).elementsEqual(last.utf8),
            let start = lastIndex(of: Array(first.utf8), in: Array(bytes))
        else { return nil }
        let all = Array(bytes)
        guard let block = String(validating: all[start...], as: UTF8.self),
            let before = String(validating: all[..<start], as: UTF8.self),
            let (fields, codes) = entries(of: block)
        else { return nil }
        if before.isEmpty { return ("", fields, codes) }
        // An empty note has no gap behind it.
        guard before.utf8.count > gap.utf8.count, before.utf8.suffix(gap.utf8.count).elementsEqual(gap.utf8),
            let note = String(validating: all[..<(start - gap.utf8.count)], as: UTF8.self)
        else { return nil }
        return (note, fields, codes)
    }

    /// The last place where a line begins with this one.
    private static func lastIndex(of line: [UInt8], in bytes: [UInt8]) -> Int? {
        stride(from: bytes.count - line.count, through: 0, by: -1).first { index in
            bytes[index] == line[0] && (index == 0 || bytes[index - 1] == UInt8(ascii: "\n"))
                && bytes[index..<index + line.count].elementsEqual(line)
        }
    }

    /// By code points: an accent may follow the prefix.
    private static func rest(of line: String, after prefix: String) -> String? {
        let scalars = line.unicodeScalars
        guard scalars.starts(with: prefix.unicodeScalars) else { return nil }
        return String(scalars.dropFirst(prefix.unicodeScalars.count))
    }

    private static func entries(of block: String) -> (fields: [OwnField], codes: [FurtherCode])? {
        var (fields, codes): ([OwnField], [FurtherCode]) = ([], [])
        for line in block.unicodeScalars.split(separator: "\n").dropFirst().dropLast().map({ String($0) }) {
            if let text = rest(of: line, after: field), let entry = try? OwnField(line: text) {
                fields.append(entry)
            } else if let text = rest(of: line, after: code), let entry = try? FurtherCode(line: text) {
                codes.append(entry)
            } else {
                return nil
            }
        }
        guard fields.count <= OwnField.maximum, codes.count <= FurtherCode.maximum,
            self.block(fields, codes).utf8.elementsEqual(block.utf8)
        else { return nil }
        return (fields, codes)
    }
}
