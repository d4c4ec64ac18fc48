import Cards

extension Card {
    /// A card with an identifier derived from its name.
    static func made(_ name: String, _ number: String = "", _ change: (inout Card) -> Void = { _ in }) -> Card {
        let identifier = CardID("id-" + name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }) ?? .random()
        var card = Card(identifier: identifier, name: name)
        card.number = number
        change(&card)
        return card
    }

    static let samples: [Card] = [
        .made("Alpine Airways", "4006 3813 3393 1") {
            $0.isStarred = true
            $0.groups = ["travel"]
        },
        .made("Amber Bakery", "LOY-7734") {
            $0.groups = ["food"]
            $0.expiry = Journey.clock.today().adding(days: 12)
        },
        .made("Cedar Library", "0 0042 7719") {
            $0.groups = ["books", "town"]
            $0.note = "Bring the blue bag. Renew at https://library.example, or call mailto:desk@library.example."
            ($0.balance, $0.currency) = ("12.50", "EUR")
            $0.expiry = CalendarDay("2026-12-31")
            $0.front = PhotoHash(of: [34, 21])
            $0.back = PhotoHash(of: [21, 34])
        },
        .made("Copper Cinema", "C-99 / gold") {
            $0.groups = ["fun"]
            $0.expiry = Journey.clock.today().adding(days: -3)
        },
        .made("Delta Deli") {
            $0.note = "Ask for the stamp card."
            $0.groups = ["food"]
        },
        .made("漢字 Tea House", "T-1") { $0.validFrom = Journey.clock.today().adding(days: 1) },
        .made("Old Club") { $0.isArchived = true },
    ]

    /// `count` cards, numbered from 0: "Card 0000", "Card 0001" …
    static func many(_ count: Int) -> [Card] {
        (0..<count).map { .made("Card \(String($0 + 10_000).dropFirst())", "\($0)") }
    }

    static let samplePhotos: [PhotoHash: [UInt8]] = [
        PhotoHash(of: [34, 21]): [34, 21], PhotoHash(of: [21, 34]): [21, 34],
    ]
}
