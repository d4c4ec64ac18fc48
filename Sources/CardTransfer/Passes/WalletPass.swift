internal import Basics
internal import Cards

/// The card of an Apple pass: what the members of its `pass.json` mean here.
struct WalletPass {
    private static let styles = ["storeCard", "coupon", "eventTicket", "generic", "boardingPass"]

    /// The style of a pass and its fields. PHP writes an object without members as a list.
    static func style(of pass: JSON) -> (name: String, fields: JSON)? {
        for name in styles {
            guard let fields = pass[name] else { continue }
            if fields.object != nil { return (name, fields) }
            if let list = fields.array { return (name, list.first ?? .object(JSONObject())) }
        }
        return nil
    }

    private(set) var card: Card
    private(set) var remarks: [String]
    /// ``ImportedCard/complete``: a version of a pass says all that there is, and what could not be read of it stays.
    var complete: FieldSet = [
        .number, .barcode, .note, .validFrom, .expiry, .balance, .currency, .color, .isArchived,
        .unknown(ExactText(Card.momentsKey)),
    ]
    /// The type and the serial number, which a later version of the pass has, too.
    let key: String
    private let json: JSON
    /// The lines of its places, with their links.
    let places: [String]
    /// Whether it has a serial number, which every pass should.
    let hasSerial: Bool

    /// - Parameter localDay: the day of an instant where the reader is.
    init(
        _ contents: PassContents, identifier: CardID = CardIDSequence().next(), localDay: (Timestamp) -> CalendarDay
    ) {
        let (pass, strings) = (contents.json, contents.strings)
        json = pass
        let style = Self.style(of: pass)
        remarks = contents.remarks
        let description = strings.text(of: pass["description"])
        let (groups, isCut) = PassField.groups(of: style?.fields, strings)
        let serial = pass["serialNumber"]?.shownText ?? ""
        let type = pass["passTypeIdentifier"]?.string ?? ""
        key = type + "/" + serial
        hasSerial = !serial.isEmpty
        card = Card(identifier: identifier, name: "")
        card.note = ([description] + groups.map { $0.map(\.noteText).joined(separator: "\n") })
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        let places = PassPlaces(pass, strings)
        self.places = places.lines
        if !places.text.isEmpty { card.note += (card.note.isEmpty ? "" : "\n\n") + places.text }
        remarks += places.remarks
        if style == nil { remarks.append("the pass has no style, such as storeCard: its fields could not be read") }
        if style?.name == "storeCard" {
            for field in groups.joined() where card.balance.isEmpty { Self.readBalance(field, &card) }
        }
        if isCut { remarks.append("more than \(PassField.maximumCount) fields: the others were left out") }
        readDays(pass, localDay)
        card.moments = PassMoments(pass, fields: groups.joined().map(\.json)).moments
        card.color = pass["backgroundColor"]?.string.flatMap(Self.color)
        card.isArchived = pass["voided"]?.bool ?? false
        Self.readBarcode(pass, &card, &remarks)
        let own = [pass["logoText"], pass["organizationName"]].map { strings.text(of: $0).trimmed }
        if let name = own.first(where: { !$0.isEmpty }) {
            card.name = name
        } else {
            let others = [description.trimmed] + groups.joined().map { $0.value.trimmed }
            card.name = others.first { !$0.isEmpty } ?? (hasSerial || !card.number.isEmpty ? "Pass" : "")
            if !card.name.isEmpty { remarks.append("the pass has no name: the card is called \(card.name.shortName)") }
        }
    }

    // MARK: - Days

    /// The texts of the moment from which the pass counts, and of the one at which it ends.
    private static func moments(of pass: JSON) -> (start: String?, end: String?) {
        let starts = (pass["relevantDates"]?.array ?? []).compactMap { $0["startDate"]?.string ?? $0["date"]?.string }
        return (pass["relevantDate"]?.string ?? starts.first, pass["expirationDate"]?.string)
    }

    /// ``ImportedCard/sameMoments``.
    var sameMoments: @Sendable ([UInt8]) -> FieldSet {
        { [json] kept in
            // Its language does not matter.
            guard let former = try? PassContents(kept, language: "en") else { return [] }
            return Self.sameMoments(json, former.json)
        }
    }

    private static func sameMoments(_ pass: JSON, _ other: JSON) -> FieldSet {
        func isSame(_ text: String?, _ other: String?) -> Bool {
            text.flatMap(Moment.init).flatMap(\.instant).map { $0 == other.flatMap(Moment.init)?.instant }
                ?? false
        }
        let (one, two) = (moments(of: pass), moments(of: other))
        var same: FieldSet = []
        if isSame(one.start, two.start) { same.insert(.validFrom) }
        if isSame(one.end, two.end) { same.insert(.expiry) }
        return same
    }

    private mutating func readDays(_ pass: JSON, _ localDay: (Timestamp) -> CalendarDay) {
        func moment(_ text: String?, _ name: String, _ field: CardField) -> Moment? {
            guard let text, !text.isEmpty else { return nil }
            let moment = Moment(text)
            if moment == nil {
                remark("\(name) \"\(text.shortened(to: 30))\" is not a date and was left out", of: field)
            }
            return moment
        }
        let (start, end) = Self.moments(of: pass)
        card.validFrom = moment(start, "the start date", .validFrom)?.firstDay(localDay)
        card.expiry = moment(end, "the expiry date", .expiry)?.lastDay(localDay)
    }

    /// The largest of these pictures becomes a photo of the card.
    mutating func setPhoto(_ field: CardField, _ hash: PhotoHash) {
        if field == .icon { card.icon = hash } else { card.front = hash }
    }

    /// - Parameter field: one that could not be read.
    mutating func remark(_ text: String, of field: CardField? = nil) {
        remarks.append(text)
        if let field { complete.remove(field) }
    }

    private static func readBalance(_ field: PassField, _ card: inout Card) {
        guard let balance = field.balance else { return }
        let names = [field.json["key"]?.string ?? "", field.label].map { $0.lowercased() }
        guard
            field.currency != nil
                || names.contains(where: { $0.contains(bytesOf: "balance") || $0.contains(bytesOf: "points") })
        else {
            return
        }
        (card.balance, card.currency) = (balance.amount, balance.currency)
    }

    /// The first that can be drawn, or the first of all; `barcodes` come before the older `barcode`. Some programs write one instead of a
    /// list, or a list instead of one.
    private static func readBarcode(_ pass: JSON, _ card: inout Card, _ remarks: inout [String]) {
        let all = ["barcodes", "barcode"].flatMap { name -> [JSON] in
            guard let value = pass[name] else { return [] }
            return value.array ?? (value.object == nil ? [] : [value])
        }
        let codes = all.map { code in
            PassBarcode(
                format: code["format"]?.string, message: code["message"]?.shownText ?? "",
                printed: code["altText"]?.shownText ?? "", encoding: code["messageEncoding"]?.string)
        }
        guard let code = codes.first(where: { $0.barcode?.format.isKnown == true }) ?? codes.first else { return }
        (card.number, card.barcode) = (code.number, code.barcode)
        if !code.label.isEmpty { card.note += (card.note.isEmpty ? "" : "\n\n") + code.label }
        remarks += code.remarks
    }

    /// `rgb(1, 2, 3)` or `#rrggbb`.
    private static func color(_ text: String) -> CardColor? {
        guard text.hasPrefix("rgb") else { return CardColor(text) }
        let parts = text.split { !$0.isNumber && $0 != "." }.compactMap { Int($0.prefix { $0 != "." }) }
        guard parts.count >= 3, parts.prefix(3).allSatisfy((0...255).contains) else { return nil }
        return CardColor(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]))
    }
}

extension JSON {
    /// A text, or a number as written.
    var shownText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .unpaired: string
        case .null, .bool, .array, .object: nil
        }
    }
}

/// When a pass matters: its dates of relevance, and those of its semantic tags, which say what happens then. What is no date is left out;
/// ``WalletPass`` remarks on those that a card's days come from.
struct PassMoments {
    /// A pass that was made to fill memory has more.
    static let maximum = 20

    private(set) var moments: [CardMoment] = []

    /// - Parameter fields: those of the pass, which may have semantic tags of their own.
    init(_ pass: JSON, fields: [JSON]) {
        for tags in [pass["semantics"]].compactMap({ $0 }) + fields.compactMap({ $0["semantics"] }) { readTags(tags) }
        for date in [pass["relevantDate"]].compactMap({ $0 }) + (pass["relevantDates"]?.array ?? []) {
            if date.string != nil {
                add(.relevant, [date])
            } else {
                add(.relevant, [date["startDate"], date["date"]], date["endDate"])
            }
        }
    }

    private mutating func readTags(_ tags: JSON) {
        add(.event, [tags["eventStartDate"], tags["eventStartDateInfo"]?["date"]], tags["eventEndDate"])
        for (kind, name) in [(CardMoment.Kind.boarding, "Boarding"), (.departure, "Departure"), (.arrival, "Arrival")] {
            // What changed counts.
            add(kind, [tags["current\(name)Date"], tags["original\(name)Date"]])
        }
    }

    /// A second one at the same time says nothing new.
    /// - Parameter starts: the first that can be read counts.
    private mutating func add(_ kind: CardMoment.Kind, _ starts: [JSON?], _ end: JSON? = nil) {
        guard moments.count < Self.maximum,
            let start = starts.lazy.compactMap({ $0?.string.flatMap { Moment($0) } }).first
        else { return }
        func isSame(_ other: Moment) -> Bool {
            start.instant.map { $0 == other.instant } ?? (start == other)
        }
        if kind == .relevant
            ? moments.contains(where: { isSame($0.start) })
            : moments.contains(where: { $0.kind == kind && isSame($0.start) })
        {
            return
        }
        moments.append(CardMoment(kind, from: start, to: end?.string.flatMap(Moment.init)))
    }
}

/// Where a pass matters, as lines of the card's note: what the pass says there, and a link to a map.
struct PassPlaces {
    /// Before the latitude.
    static let map = "https://www.openstreetmap.org/?mlat="
    /// More than a pass may have; iOS looks at the first ten.
    private static let maximum = 10

    let lines: [String]
    let remarks: [String]

    var text: String { lines.joined(separator: "\n") }

    init(_ pass: JSON, _ strings: [ExactText: String]) {
        var (lines, wrong): ([String], Int) = ([], 0)
        for place in (pass["locations"]?.array ?? []).prefix(Self.maximum) {
            guard let latitude = Self.degrees(place["latitude"], upTo: 90),
                let longitude = Self.degrees(place["longitude"], upTo: 180)
            else {
                wrong += 1
                continue
            }
            let name = strings.text(of: place["relevantText"]).trimmed.split(whereSeparator: \.isNewline).joined(
                separator: " ")
            let link = "\(Self.map)\(latitude)&mlon=\(longitude)"
            let line = name.isEmpty ? link : "\(name): \(link)"
            if !lines.contains(line) { lines.append(line) }
        }
        self.lines = lines
        remarks = wrong == 0 ? [] : ["\(wrong.counted("place")) without a valid latitude and longitude: left out"]
    }

    /// The number as it is written, where it is one of degrees. Some programs write it as a text.
    private static func degrees(_ value: JSON?, upTo limit: Double) -> String? {
        guard let digits = value?.shownText, digits.utf8.count <= 30,
            digits.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let degrees = Double(digits),
            abs(degrees) <= limit
        else { return nil }
        guard digits.contains("e") || digits.contains("E") || digits.hasPrefix("+") else { return digits }
        // A centimetre or so is as exact as a map.
        let parts = Int((abs(degrees) * 1e6).rounded()).quotientAndRemainder(dividingBy: 1_000_000)
        let rest = String(String(1_000_000 + parts.remainder).dropFirst())
        return (degrees < 0 ? "-" : "") + "\(parts.quotient).\(rest)"
    }
}
