import Cards
import TestSupport

/// Random cards, changes and queries, the same for the same seed.
struct RandomCards: RandomNumberGenerator {
    private var generator: SeededGenerator
    private var typed = ""

    init(_ seed: UInt64, of test: String = #function, in file: String = #fileID) {
        generator = SeededGenerator(usual: seed, of: test, in: file)
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
    mutating func one(in count: Int) -> Bool { next(below: count) == 0 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }

    private static let fragments = [
        "a", "b", "ab", "car", "Car", "card", "é", "E\u{301}", "ł", "ß", "ﬁ", "Żabka", "日本", "語", "한글", "Привет", "мир",
        "👍🏽",
        "👨‍👩‍👧", "1", "12", "345", " ", " ", "-", ".", "'", "ﷺ", "ไทย", "हिन्दी", "٣", "𝕏", "same", "x", "\u{0}",
    ]

    mutating func text(_ most: Int) -> String { (0..<next(below: most + 1)).map { _ in pick(Self.fragments) }.joined() }

    mutating func identifier(below limit: Int = 450) -> CardID {
        CardID("id\(next(below: limit))") ?? CardID.random()
    }

    mutating func card(_ number: Int, isAlike: Bool = false) -> CardPatch {
        var card = Card(identifier: CardID("id\(number)") ?? CardID.random(), name: "same")
        if !isAlike { card.name = "n" + text(5) }
        if one(in: 2) { card.number = pick(["", "4006 3813 3393 1", "12-34", "1234", text(3)]) }
        if one(in: 3) { card.note = text(one(in: 6) ? 80 : 12) }
        if one(in: 3) {
            card.groups = (0..<next(below: 3)).map { _ in pick(["Food", "food", "Śport", "Two words", text(2)]) }
        }
        if one(in: 4) { card.barcode = Barcode(format: .qrCode, value: one(in: 2) ? nil : text(3)) }
        if one(in: 4) { card.front = PhotoHash(of: [1]) }
        if one(in: 5) { card.balance = pick(["12", "7.50", "-3", "1840", "a lot"]) }
        if one(in: 6) {
            (card.balance, card.currency) = (pick(["0", "7", "10"]), pick(["of 10 stamps", "stamps", "%"]))
        }
        if one(in: 6) { card.used = CalendarDay(daysSince1970: next(below: 80)) }
        if one(in: 3) { card.expiry = CalendarDay(daysSince1970: next(below: 80) - 40) }
        if one(in: 5) { card.validFrom = CalendarDay(daysSince1970: next(below: 80) - 40) }
        if one(in: 5) { card.phone = pick(["+48 22 123-45", text(3)]) }
        if one(in: 5) { card.website = pick(["shop.example", text(3)]) }
        if one(in: 6) { card.remindBefore = pick(["30d, 7d", "never", text(2)]) }
        if one(in: 6) { card.ownFields = [OwnField(name: "f" + text(1), value: text(4))] }
        if one(in: 6) {
            card.codes = [FurtherCode(label: text(1), barcode: Barcode(format: .code128, value: "v" + text(2)))]
        }
        if one(in: 8) { card.pictures = [FurtherPicture(label: text(2), hash: PhotoHash(of: [1]))] }
        if one(in: 5) {
            card.moments = (0...next(below: 2)).compactMap { _ in
                let day = CalendarDay(daysSince1970: next(below: 40) - 20)
                let (time, length) = (pick(["", "T09:00", "T14:00Z"]), next(below: 3))
                return Moment(day.text + time).map { start in
                    CardMoment(.event, from: start, to: length == 0 ? nil : Moment(day: day.adding(days: length)))
                }
            }
        }
        card.isStarred = one(in: 5)
        card.isArchived = one(in: 6)
        let moments: FieldSet = [.unknown(ExactText(Card.momentsKey))]
        return CardPatch(values: card, fields: FieldSet.known.subtracting([.created, .modified]).union(moments))
    }

    mutating func change(below limit: Int = 450) -> CardChange {
        let number = next(below: limit)
        if one(in: 4) { return .delete(CardID("id\(number)") ?? CardID.random()) }
        return .set(card(number, isAlike: one(in: 5)))
    }

    /// A text typed letter by letter and deleted again, with everything that a query can contain.
    mutating func queries() -> [CardQuery] {
        (0..<12).map { _ in
            if one(in: 6) { typed = "" }
            if one(in: 4) {
                typed = String(typed.dropLast(1 + next(below: 3)))
            } else {
                typed += pick(
                    Self.fragments + [
                        " ", " is:expired", " -is:starred", " is:archived", " has:photo", " -has:number", " has:note",
                        " has:barcode", " has:balance", " group:f", " -group:\"two w\"", " expires:<30d",
                        " expires:<0d", " is:ex", " is:local", " -is:local", " is:conflict", " next:today",
                        " next:9d", " -next:<0d",
                    ])
            }
            return CardQuery(
                filter: CardFilter(typed), order: CardOrder(pick(CardOrder.Key.allCases), isReversed: one(in: 2)),
                hidesArchived: one(in: 3))
        }
    }
}
