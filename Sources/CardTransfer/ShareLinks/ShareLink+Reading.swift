internal import Basics
public import Cards

extension ShareLink {
    /// Enough for a card with a long note; a longer text is not a share link.
    static let maximumLength = 100_000

    /// The addresses of Catima's share links, and earlier ones of Catima and its predecessor.
    private static let addresses = [
        (host: "catima.app", path: "/share"), (host: "thelastproject.github.io", path: "/Catima/share"),
        (host: "brarcher.github.io", path: "/loyalty-card-locker/share"),
    ]

    /// Whether a text, ignoring surrounding blanks, is a link of any kind.
    public static func isLink(_ text: String) -> Bool {
        FetchTarget.isAddress(text.trimmed)
    }

    /// Whether a text, ignoring surrounding blanks, begins like a share link. It may still be damaged.
    public static func isShareLink(_ text: String) -> Bool { parts(of: text.trimmed[...]) != nil }

    /// Whether a text begins like a share link, with whatever behind it.
    static func isShareLink(beginning text: Substring) -> Bool { parts(of: text) != nil }

    /// The card of a link. Throws ``ShareLinkError``.
    public static func card(from text: String, identifier: CardID) throws(ShareLinkError) -> Card {
        let text = text.trimmed[...]
        guard let parts = parts(of: text) else { throw .notShareLink }
        guard !isCut(text) else { throw .cutByLineBreak }
        guard text.utf8.count <= maximumLength else { throw .tooLong(maximum: maximumLength) }
        guard parts.isSecure else { throw .notSecure }
        guard !text.unicodeScalars.contains(where: isControl) else { throw .controlCharacter }
        return try ShareFields(rest: parts.rest).card(identifier)
    }

    /// The text after the address; nil for another address.
    private static func parts(of text: Substring) -> (isSecure: Bool, rest: Substring)? {
        for (scheme, isSecure) in [("https://", true), ("http://", false)] {
            guard let behind = bytes(of: text.utf8, behind: scheme, ignoresCase: true) else { continue }
            for address in addresses {
                guard let path = bytes(of: behind, behind: address.host, ignoresCase: true),
                    let end = bytes(of: path, behind: address.path, ignoresCase: false)
                else { continue }
                var rest = Substring(end)
                if rest.first == "/" { rest = rest.dropFirst() }
                if rest.isEmpty || rest.first == "#" || rest.first == "?" { return (isSecure, rest) }
            }
        }
        return nil
    }

    /// The bytes behind a beginning; nil for another one. Without copies: a long text may have many that are nearly a link.
    /// - Parameter beginning: in lower case, if case is ignored, as in schemes and hosts.
    private static func bytes(
        of text: Substring.UTF8View, behind beginning: String, ignoresCase: Bool
    ) -> Substring.UTF8View? {
        var rest = text
        for wanted in beginning.utf8 {
            guard let byte = rest.popFirst() else { return nil }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard (ignoresCase && isCapital ? byte | 0x20 : byte) == wanted else { return nil }
        }
        return rest
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}

/// The values of a link by name, not validated. Unknown names are dropped.
private struct ShareFields {
    private var values: [ShareLink.Field: String] = [:]

    /// Before version 2 the values were in the query, encoded once; values after the `#` take precedence (as in Catima).
    init(rest: Substring) throws(ShareLinkError) {
        let halves = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.first?.drop { $0 == "?" } ?? ""
        guard let fragment = PercentCoding.decoded(halves.count == 2 ? halves[1] : "") else { throw .wrongPercentSign }
        for half in [query, fragment[...]] {
            for pair in half.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                // Unknown parameters are ignored.
                guard parts.count == 2, let field = ShareLink.Field(rawValue: String(parts[0])) else { continue }
                guard let value = PercentCoding.decoded(parts[1], plusIsBlank: true) else { throw .wrongPercentSign }
                values[field] = value
            }
        }
    }

    /// Nil if missing or empty.
    private subscript(field: ShareLink.Field) -> String? {
        values[field].flatMap { $0.isEmpty ? nil : $0 }
    }

    func card(_ identifier: CardID) throws(ShareLinkError) -> Card {
        guard let name = self[.store], !name.allSatisfy(\.isWhitespace) else { throw .noName }
        guard let number = self[.number] else { throw .noNumber }
        var card = Card(identifier: identifier, name: name)
        card.number = number
        card.note = self[.note] ?? ""
        card.validFrom = try day(.validFrom, "its start date")
        card.expiry = try day(.expiry, "its expiry date")
        try readBalance(into: &card)
        card.barcode = try barcode(number: number)
        card.color = try color()
        try requireNoControls(in: card)
        return card
    }

    private func readBalance(into card: inout Card) throws(ShareLinkError) {
        guard let text = self[.balance] else { return }
        guard let amount = Balance.amount(withExponent: text) else {
            throw .wrongValue(of: "the balance", wanted: "a number")
        }
        if let name = self[.currency] {
            guard let code = Balance.currency(from: name) else {
                throw .wrongValue(of: "the currency", wanted: "three letters")
            }
            card.currency = code
        } else if Balance.isZero(amount) {
            // Catima's value for "none".
            return
        }
        card.balance = amount
    }

    /// An unknown encoding is dropped, so that the default for the text applies: most texts have the same bytes in all encodings.
    /// An unknown kind is an error: the code would be wrong.
    private func barcode(number: String) throws(ShareLinkError) -> Barcode? {
        guard let name = self[.barcodeFormat] else { return nil }
        let format = BarcodeFormat(rawValue: name)
        guard format.isKnown else { throw .unknownBarcode(String(name.prefix(40))) }
        let value = self[.barcodeValue].flatMap { $0.isSameText(as: number) ? nil : $0 }
        let encoding = self[.barcodeEncoding].flatMap(BarcodeEncoding.init(name:))
        return Barcode(format: format, value: value, encoding: encoding?.rawValue)
    }

    private func day(_ field: ShareLink.Field, _ value: String) throws(ShareLinkError) -> CalendarDay? {
        guard let text = self[field] else { return nil }
        let perDay = 24 * ShareLink.millisecondsPerHour
        guard let milliseconds = Int64(text) else { throw .wrongValue(of: value, wanted: "a date") }
        let (shifted, overflows) = milliseconds.addingReportingOverflow(
            ShareLink.hoursEast * ShareLink.millisecondsPerHour)
        let days = shifted.quotientAndRemainderRoundedDown(by: perDay).quotient
        let day = CalendarDay(daysSince1970: Int(days))
        guard !overflows, abs(days) < 4_000_000, CalendarDay.years.contains(day.year) else {
            throw .wrongValue(of: value, wanted: "a date")
        }
        return day
    }

    private func color() throws(ShareLinkError) -> CardColor? {
        guard let text = self[.color] else { return nil }
        guard let bits = Int32(text).map(UInt32.init(bitPattern:)) else {
            throw .wrongValue(of: "the color", wanted: "a number")
        }
        func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
        return CardColor(red: part(16), green: part(8), blue: part(0))
    }

    /// A note may have line ends, and a barcode's value any character that its kind holds; other fields must not contain control
    /// characters.
    private func requireNoControls(in card: Card) throws(ShareLinkError) {
        let lines: Set<Unicode.Scalar> = ["\n", "\r", "\t"]
        var texts = [card.name, card.barcode?.encoding ?? ""]
        texts.append(String(String.UnicodeScalarView(card.note.unicodeScalars.filter { !lines.contains($0) })))
        if (try? card.barcode?.content(number: card.number)) == nil {
            texts += [card.number, card.barcode?.value ?? ""]
        } else if card.barcode?.value != nil {
            texts.append(card.number)
        }
        guard texts.allSatisfy({ !$0.unicodeScalars.contains(where: ShareLink.isControl) }) else {
            throw .controlCharacter
        }
    }
}

/// Reads Catima's share links, with any text around them. A line with another link is reported: it may have been meant as one.
struct LinkCardSource: CardSource {
    private var cards: IndexedCardSource

    init(_ bytes: [UInt8], _ request: ImportRequest) {
        let links = ShareLink.links(in: String(decoding: TextDecoding.utf8(bytes), as: UTF8.self)) { line in
            let lower = line.lowercased()
            return lower.contains(bytesOf: "http://") || lower.contains(bytesOf: "https://") ? line : nil
        }
        let file = OriginFile(program: FileFormat.links.rawValue)
        cards = IndexedCardSource(links.count) { index in
            let position = ImportedCard.Position.element(index + 1, line: links[index].line)
            do throws(ShareLinkError) {
                let card = try ShareLink.card(from: links[index].text, identifier: request.makeIdentifier())
                return .made(card, at: position, place: index, file: file)
            } catch {
                return ImportedCard(.rejected(reason: error.userMessage), at: position)
            }
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }
}
