import Basics
import CardPhotos
import Cards

/// Sample cards for `--demo` and for `D` on the first screen: enough of every kind to try everything.
enum DemoCards {
    /// The changes that add them; dates are relative to today, so that some cards are always about to expire.
    static func changes(today: CalendarDay) -> [CardChange] {
        cards.map { demo in
            var card = Card(identifier: demo.identifier, name: demo.name)
            card.number = demo.number
            card.groups = demo.groups
            card.note = demo.note
            card.color = CardColor(demo.color)
            card.isStarred = demo.isStarred
            card.isArchived = demo.isArchived
            card.expiry = demo.days.map { today.adding(days: $0) }
            if let balance = demo.balance { (card.balance, card.currency) = (balance.amount, balance.currency) }
            if let format = demo.format { card.barcode = Barcode(format: format, value: demo.value) }
            var photos: [PhotoHash: [UInt8]] = [:]
            if let color = card.color {
                for side in demo.pictures {
                    guard let bytes = DemoPhoto.png(name: demo.name, color: color, side: side) else { continue }
                    let hash = PhotoHash(of: bytes)
                    photos[hash] = bytes
                    card[side] = hash
                }
            }
            return .set(CardPatch(from: nil, to: card, photos: photos))
        }
    }

    private struct Demo {
        let identifier: CardID
        let name: String
        let number: String
        var groups: [String] = []
        var color = "#336699"
        var note = ""
        var days: Int?
        var balance: Balance?
        var format: BarcodeFormat?
        /// The barcode's value if it is not the number.
        var value: String?
        var isStarred = false
        var isArchived = false
        var pictures = Card.Side.faces
    }

    private static func demo(
        _ name: String, _ number: String, _ groups: [String], _ color: String, _ change: (inout Demo) -> Void = { _ in }
    ) -> Demo {
        var generator = NameGenerator(name)
        var demo = Demo(
            identifier: CardID(using: &generator), name: name, number: number, groups: groups, color: color)
        change(&demo)
        return demo
    }

    private static let cards: [Demo] = [
        demo("Alpine Airways", "4006 3813 3393 1", ["travel"], "#1f6f8b") {
            $0.isStarred = true
            $0.format = .ean13
            $0.note = "Gold until spring. Lounge hours: https://alpine-airways.example/lounges"
        },
        demo("Amber Bakery", "LOY-7734", ["food"], "#d98324") {
            $0.pictures = []
            $0.days = 12
            $0.format = .code128
        },
        demo("Cedar Library", "0 0042 7719", ["books", "town"], "#3c6e47") {
            $0.pictures.append(.icon)
            $0.note = "Bring the blue bag. Renew at https://library.example, or call mailto:desk@library.example."
            $0.days = 41
            $0.format = .codabar
            $0.value = "A0004277198B"
            $0.balance = Balance(amount: "12.50", currency: "EUR")
        },
        demo("Copper Cinema", "C-99 / gold", ["fun"], "#8c2f39") {
            $0.pictures = []
            $0.days = -3
        },
        demo("Delta Deli", "", ["food"], "#587b7f") { $0.note = "Ask for the stamp card at the counter." },
        demo("Elm Street Gym", "GYM 20418", ["sport"], "#2d3142") {
            $0.isStarred = true
            $0.days = 200
            $0.format = .code39
        },
        demo("Fjord Outfitters", "7090 0123 4567", ["sport", "travel"], "#27496d") {
            $0.pictures = [.icon]
            $0.balance = Balance(amount: "1840", currency: nil)
            $0.format = .qrCode
        },
        demo("Green Grocer", "2600 1234 5678 9", ["food"], "#4f772d") {
            $0.pictures = []
            $0.format = .ean13
        },
        demo("Harbour Pharmacy", "HP-55-0192", ["health"], "#00798c") { $0.format = .dataMatrix },
        demo("Iris Optics", "881 022", ["health"], "#6a4c93") { $0.days = 0 },
        demo("Juniper Rail", "JR 4410 9921", ["travel"], "#9a031e") {
            $0.pictures = []
            $0.days = 1
            $0.format = .aztec
        },
        demo("Kiosk am Eck", "", ["food", "town"], "#bc6c25") { $0.note = "Every tenth coffee is free." },
        demo("Łódź Museum", "M-2207", ["town", "fun"], "#5f0f40"),
        demo("Mistral Coffee", "MC 0007 31", ["food"], "#432818") {
            $0.pictures = []
            $0.balance = Balance(amount: "23.40", currency: "EUR")
        },
        demo("Nordlys Health Insurance", "8024 1155 0093 1120", ["health"], "#0b525b") {
            $0.pictures = []
            $0.isStarred = true
            $0.note = "Emergency abroad: +47 22 00 00 00"
            $0.format = .pdf417
        },
        demo("Old Town Swimming Baths", "B 120", ["sport", "town"], "#0077b6") { $0.days = 27 },
        demo("Paper & Ink", "PI-3391", ["books"], "#283618"),
        demo("Quay Parking", "Q 88 104", ["travel"], "#495057") { $0.isArchived = true },
        demo("鮨 Sakura", "SK-0420", ["food"], "#c9184a"),
        demo("Tulip Garden Centre", "9120 0043 1", ["home"], "#38a3a5") {
            $0.pictures = []
            $0.days = 400
        },
    ]
}

/// Derives a demo card's identifier from its name, so that it is the same in every run.
private struct NameGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ name: String) { state = name.utf8.stableHash }

    mutating func next() -> UInt64 {
        state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return state
    }
}
