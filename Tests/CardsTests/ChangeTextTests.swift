import Testing

@testable import Cards

@Suite("What a change did, in words")
struct ChangeTextTests {
    private static let card = Card(identifier: CardID("a") ?? .random(), name: "Gym")

    private static func change(
        _ source: ChangeSource = .here, _ edit: (inout Card, inout Card) -> Void
    ) -> PastChange {
        var (old, new) = (card, card)
        edit(&old, &new)
        let fields = new.differences(from: old).inReadingOrder
        return PastChange(
            id: 2, card: card.identifier, name: "Gym", time: Timestamp(milliseconds: 0), source: source,
            content: .changed(fields, old: old, new: new))
    }

    private static func lines(_ edit: (inout Card, inout Card) -> Void) -> [String] {
        ChangeText(change(.here, edit), .iso).lines
    }

    @Test("each field has a line with its old and its new value")
    func lines() {
        #expect(Self.lines { $1.note = "x" } == ["note: none → x"])
        #expect(Self.lines { old, _ in old.note = "a\nb" } == ["note: a b → none"])
        #expect(Self.lines { ($0.name, $1.name, $1.number) = ("A", "B", "1") } == ["name: A → B", "number: none → 1"])
        #expect(Self.lines { $1.isStarred = true } == ["starred"])
        #expect(Self.lines { _, new in new.isArchived = true } == ["archived"])
        #expect(Self.lines { old, _ in old.isArchived = true } == ["unarchived"])
        #expect(Self.lines { $1.front = PhotoHash(of: [1]) } == ["front photo added"])
        #expect(Self.lines { old, _ in old.back = PhotoHash(of: [1]) } == ["back photo removed"])
        #expect(
            Self.lines { ($0.front, $1.front) = (PhotoHash(of: [1]), PhotoHash(of: [2])) } == ["front photo changed"])
        #expect(Self.lines { $1.modified = Timestamp(milliseconds: 1) } == ["only timestamps changed"])
        #expect(Self.lines { $1.currency = "of 10 stamps" } == ["currency: points → stamps of 10"])
        #expect(Self.lines { $1.unknownFields = ["tier": .string("gold")] } == ["tier: none → gold"])
    }

    @Test("moments are told as they are written, in lines; what is not only moments is told as it is")
    func moments() throws {
        func text(_ json: String) throws -> String {
            var card = Self.card
            card.unknownFields[Card.momentsKey] = try JSONParser.parse(Array(json.utf8))
            return FieldText.text(for: .unknown(ExactText(Card.momentsKey)), of: card, .iso) ?? "none"
        }
        let train = #"{"kind":"departure","start":"2026-12-01T14:05:00+01:00"}"#
        #expect(try text("[\(train)]") == "departs 2026-12-01 14:05 +01:00")
        #expect(
            try text(#"[\#(train),{"start":"2026-12-02","end":"2026-12-03"}]"#)
                == "departs 2026-12-01 14:05 +01:00\nwhen 2026-12-02 until 2026-12-03")
        #expect(
            try text(#"[{"kind":"event","start":"2026-12-01T19:30:00Z","end":"2026-12-01T22:00:00Z"}]"#)
                == "event 2026-12-01 19:30–22:00 UTC")
        #expect(try text(#"[\#(train),"soon"]"#) == #"[\#(train),"soon"]"#)
        #expect(try text("7") == "7")
        #expect(
            Self.lines { $1.moments = [CardMoment(.flight, from: Moment(day: CalendarDay(daysSince1970: 0)))] }
                == ["moments: none → flight 1970-01-01"])
    }

    @Test("photos have their sizes where they are stored")
    func photos() {
        let (old, new) = (PhotoHash(of: [1]), PhotoHash(of: [2]))
        func line(_ sizes: [PhotoHash: Int], _ edit: (inout Card, inout Card) -> Void) -> [String] {
            var change = Self.change(.here, edit)
            change.photoSizes = sizes
            return ChangeText(change, .iso).lines
        }
        let sizes = [old: 86_100, new: 1_300_000]
        #expect(line(sizes) { ($0.front, $1.front) = (old, new) } == ["front photo: 84 kB → 1.2 MB"])
        #expect(line(sizes) { $1.back = new } == ["back photo: none → 1.2 MB"])
        #expect(line(sizes) { old, _ in old.front = PhotoHash(of: [1]) } == ["front photo: 84 kB → none"])
        #expect(line([new: 12]) { ($0.front, $1.front) = (old, new) } == ["front photo: not stored → 12 B"])
        #expect(line([:]) { ($0.front, $1.front) = (old, new) } == ["front photo changed"])
    }

    @Test("the photos of a change are those that it replaced, in pairs")
    func photoChanges() {
        let photos = (0..<4).map { PhotoHash(of: [$0]) }
        func pictures(_ numbers: Int...) -> [FurtherPicture] {
            numbers.map { FurtherPicture(label: "\($0)", hash: photos[$0]) }
        }
        let change = Self.change { old, new in
            (old.front, new.front) = (photos[0], photos[1])
            (old.pictures, new.pictures) = (pictures(0, 1), pictures(1, 2, 3))
        }
        #expect(change.photoChanges.map(\.old) == [photos[0], photos[0], nil])
        #expect(change.photoChanges.map(\.new) == [photos[1], photos[2], photos[3]])
        #expect(Self.change { $1.note = "x" }.photoChanges.isEmpty)
        #expect(Self.change { ($0.pictures, $1.pictures) = (pictures(0), pictures(0)) }.photoChanges.isEmpty)
    }

    @Test("an amount has its currency where that is known, and one line for both")
    func amounts() {
        // The log has no currency where it did not change.
        #expect(Self.lines { ($0.balance, $1.balance) = ("12.50", "5") } == ["balance: 12.50 → 5"])
        #expect(
            Self.lines { ($0.balance, $1.balance, $1.currency) = ("12", "5", "EUR") }
                == ["balance: 12 points → 5 EUR"])
        var (old, new) = (Self.card, Self.card)
        ((old.balance, old.currency), (new.balance, new.currency)) = (("1", "EUR"), ("2", "EUR"))
        #expect(ChangeText.lines([.balance], from: old, to: new, .iso) == ["balance: 1 EUR → 2 EUR"])
        (old.currency, new.currency) = (nil, nil)
        #expect(ChangeText.lines([.balance], from: old, to: new, .iso) == ["balance: 1 point → 2 points"])
    }

    @Test("long values are cut, and begin shortly before they differ")
    func long() {
        let start = String(repeating: "same ", count: 1000)
        let lines = Self.lines { ($0.note, $1.note) = (start + "żółw", start + "żaba") }
        #expect(lines == ["note: …e same żółw → …e same żaba"])
        let cut = Self.lines { $1.note = start }
        #expect(cut[0].hasPrefix("note: none → same same") && cut[0].hasSuffix("…") && cut[0].count < 90)
        // A scalar of several bytes is not cut in the middle.
        let scalars = Self.lines { old, new in
            (old.note, new.note) = (String(repeating: "ż", count: 80) + "ź", String(repeating: "ż", count: 81))
        }
        #expect(!scalars[0].contains("\u{FFFD}"))
    }

    @Test("several fields have a short form with their names")
    func summary() {
        #expect(ChangeText(Self.change { $1.note = "x" }, .iso).summary == "changed note")
        #expect(ChangeText(Self.change { ($1.note, $1.number) = ("x", "1") }, .iso).summary == "changed number, note")
        #expect(ChangeText(Self.change { $1.isStarred = true }, .iso).summary == "starred")
    }

    @Test("a card that comes from the trash or by undo came back")
    func added() {
        func text(_ content: PastChange.Content, _ source: ChangeSource) -> [String] {
            let change = PastChange(
                id: 1, card: Self.card.identifier, name: "Gym", time: Timestamp(milliseconds: 0), source: source,
                content: content)
            return ChangeText(change, .iso).lines
        }
        #expect(text(.added(Self.card), .here) == ["added"])
        #expect(text(.added(Self.card), .restored) == ["restored"])
        #expect(text(.added(Self.card), .undo) == ["restored"])
        #expect(text(.deleted(Self.card), .here) == ["deleted"])
        #expect(text(.unreadable, .here) == ["this change cannot be read"])
    }
}
