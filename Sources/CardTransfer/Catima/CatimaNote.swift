internal import Cards

/// A note of Catima's table with what Catima has no column for: custom fields, further codes, a balance that is no money, and the day on
/// which a voucher was used stand in a block at its end, which people can read, and which an import takes off again.
///
/// Only a block exactly as it is written here is one; any other text stays in the note. A note that itself ends like a block gets an
/// empty one, so that it comes back as it was.
enum CatimaNote {
    private static let first = "--- cards-tui: fields and codes ---\n"
    private static let last = "--- end ---"
    private static let field = "field: "
    private static let code = "code: "
    private static let balance = "balance: "
    private static let used = "used: "
    private static let gap = "\n\n"

    /// The note with the block, if it needs one.
    static func text(of card: Card) -> String {
        let block = Block(card)
        if block == Block(), parts(of: card.note) == nil { return card.note }
        return (card.note.isEmpty ? "" : card.note + gap) + block.text
    }

    /// Sets the note and what is in its block from a text; without a block all of it is the note.
    static func read(_ text: String, into card: inout Card) {
        guard let (note, block) = parts(of: text) else { return card.note = text }
        (card.note, card.ownFields, card.codes, card.used) = (note, block.fields, block.codes, block.used)
        if let balance = block.balance { (card.balance, card.currency) = (balance.amount, balance.currency) }
    }

    private struct Block: Equatable {
        var fields: [OwnField] = []
        var codes: [FurtherCode] = []
        /// Stamps, or what a coupon takes off.
        var balance: Balance?
        var used: CalendarDay?

        init() {}

        init(_ card: Card) {
            (fields, codes, used) = (card.ownFields, card.codes, card.used)
            balance = card.amountLeft.flatMap { balance in
                // Only what comes back as it is.
                balance.unit.isWrittenWithAmount && Self.balance(in: Self.text(balance)) == balance ? balance : nil
            }
        }

        private static func text(_ balance: Balance) -> String { AmountFormat.plain.text(balance) }

        static func balance(in text: String) -> Balance? {
            guard let typed = try? AmountFormat.plain.amount(from: text) else { return nil }
            return Balance(amount: typed.amount, currency: typed.unit?.code)
        }

        var text: String {
            let lines =
                fields.map { CatimaNote.field + $0.line } + codes.map { CatimaNote.code + $0.line }
                + [balance.map { CatimaNote.balance + Self.text($0) }, used.map { CatimaNote.used + $0.text }]
                .compactMap { $0 }
            return CatimaNote.first + lines.map { $0 + "\n" }.joined() + CatimaNote.last
        }
    }

    /// Whether the note of the card has its balance.
    static func hasBalance(of card: Card) -> Bool { Block(card).balance != nil }

    /// Nil without a block at the end.
    private static func parts(of text: String) -> (note: String, block: Block)? {
        let bytes = text.utf8
        // Nearly all notes are decided here.
        guard bytes.count >= first.utf8.count + last.utf8.count,
            bytes.suffix(last.utf8.count).elementsEqual(last.utf8),
            let start = lastIndex(of: Array(first.utf8), in: Array(bytes))
        else { return nil }
        let all = Array(bytes)
        guard let block = String(validating: all[start...], as: UTF8.self),
            let before = String(validating: all[..<start], as: UTF8.self),
            let entries = entries(of: block)
        else { return nil }
        if before.isEmpty { return ("", entries) }
        // An empty note has no gap behind it.
        guard before.utf8.count > gap.utf8.count, before.utf8.suffix(gap.utf8.count).elementsEqual(gap.utf8),
            let note = String(validating: all[..<(start - gap.utf8.count)], as: UTF8.self)
        else { return nil }
        return (note, entries)
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

    private static func entries(of block: String) -> Block? {
        var entries = Block()
        for line in block.unicodeScalars.split(separator: "\n").dropFirst().dropLast().map({ String($0) }) {
            if let text = rest(of: line, after: field), let entry = try? OwnField(line: text) {
                entries.fields.append(entry)
            } else if let text = rest(of: line, after: code), let entry = try? FurtherCode(line: text) {
                entries.codes.append(entry)
            } else if let text = rest(of: line, after: balance), entries.balance == nil {
                entries.balance = Block.balance(in: text)
            } else if let text = rest(of: line, after: used), entries.used == nil {
                entries.used = CalendarDay(text)
            } else {
                return nil
            }
        }
        guard entries.fields.count <= OwnField.maximum, entries.codes.count <= FurtherCode.maximum,
            entries.text.utf8.elementsEqual(block.utf8)
        else { return nil }
        return entries
    }
}
