import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// What a newer version of a pass does to its card, and what is said of it.
@Suite("Versions of a pass", .timeLimit(.minutes(5)))
struct PassVersionTests {
    private let store: SQLiteCardStore

    init() throws { store = try SQLiteCardStore.inMemory() }

    private static func pass(_ change: (inout TestPass) -> Void) -> [UInt8] { TestPass().with(change).bytes }

    private static func departure(_ time: String) -> String {
        #""relevantDate": "\#(time)", "semantics": {"originalDepartureDate": "\#(time)"}"#
    }

    private func card() async throws -> Card { try #require(try await store.everything().first) }

    @Test("what a version has no longer is removed, and conflicts with nothing later")
    func removed() async throws {
        let first = Self.pass {
            $0.more =
                Self.departure("2026-12-01T14:05:00Z") + #", "expirationDate": "2026-12-05T12:00:00Z", "voided": true"#
        }
        _ = try await store.take(first)
        let old = try await card()
        #expect(old.moments.count == 1 && old.expiry != nil && old.isArchived && old.number == "4711")
        let report = try await store.take(Self.pass { $0.number = "" }).report
        #expect((report.changed, report.conflicts) == (1, 0))
        let bare = try await card()
        #expect(bare.moments.isEmpty && bare.expiry == nil && bare.validFrom == nil && !bare.isArchived)
        #expect(bare.number.isEmpty && bare.barcode == nil)
        let third = Self.pass {
            $0.more = Self.departure("2027-01-01T15:00:00Z") + #", "expirationDate": "2027-12-05T12:00:00Z""#
            $0.number = "99"
        }
        #expect(try await store.take(third).report.conflicts == 0)
        let new = try await card()
        #expect(
            new.moments.first?.start.text == "2027-01-01T15:00:00Z" && new.expiry?.year == 2027 && new.number == "99")
        _ = try await store.undo()
        _ = try await store.undo()
        #expect(try await card().expiry == old.expiry)
    }

    @Test("what the user changed stays, also where the version has it no longer; what cannot be read is not removed")
    func removedAndChanged() async throws {
        _ = try await store.take(
            Self.pass { $0.more = #""expirationDate": "2026-12-05T12:00:00Z", "relevantDate": "2026-12-01""# })
        let old = try await card()
        let mine = CalendarDay("2030-01-01")
        var edited = old
        edited.expiry = mine
        try await store.apply([.set(CardPatch(from: old, to: edited))])
        let report = try await store.take(Self.pass { $0.more = #""relevantDate": "soon""# }).report
        #expect(report.conflicts == 1)
        let card = try await card()
        #expect(card.expiry == mine && card.validFrom == old.validFrom && card.validFrom != nil)
        let conflict = try #require(try await store.conflict(of: card.identifier))
        #expect(conflict.theirs.expiry == nil)
    }

    @Test("a row of a table, which need not be a version of the last one, removes nothing, and conflicts with nothing")
    func table() async throws {
        for (expiry, changed) in [("2026-12-05", 0), ("", 0), ("2027-12-05", 1)] {
            let report = try await store.take("name,number,expiry\nCedar,4711,\(expiry)\n").report
            #expect(report.conflicts == 0 && report.changed == changed, "\(expiry)")
        }
        #expect(try await card().expiry?.year == 2027)
    }

    @Test(
        "undo after a version that is only in conflict takes back the conflict and the file, and not the edit before it"
    )
    func conflictAlone() async throws {
        let (first, second) = (Self.pass { $0.gate = "12" }, Self.pass { $0.gate = "14" })
        _ = try await store.take(first)
        let id = try await card().identifier
        var mine = Card(identifier: id, name: "")
        mine.note = "mine"
        try await store.apply([.set(CardPatch(values: mine, fields: [.note]))])
        let report = try await store.take(second).report
        #expect((report.changed, report.conflicts) == (0, 1))
        func file() async throws -> PhotoHash? {
            try await store.origin(of: id, in: "pkpass")?.origin.attachment
        }
        for _ in 0..<2 {
            #expect(try await store.conflict(of: id)?.theirs.note.contains("GATE: 14") == true)
            #expect(try await file() == PhotoHash(of: second))
            #expect(try await store.undo()?.cards == [id])
            #expect(try await store.conflict(of: id) == nil)
            #expect(try await card().note == "mine")
            #expect(try await file() == PhotoHash(of: first))
            #expect(try await store.redo()?.cards == [id])
        }
        _ = try await store.undo()
        _ = try await store.undo()
        #expect(try await card().note.contains("GATE: 12"))
    }

    @Test("after undo of more versions than files are kept, card and pass agree, and a later version applies")
    func manyUndone() async throws {
        for gate in 1...6 {
            _ = try await store.take(Self.pass { ($0.gate, $0.others) = ("\(gate)", [("a.gif", [1])]) })
        }
        for _ in 1...5 { _ = try await store.undo() }
        let card = try await card()
        #expect(card.note.contains("GATE: 1"))
        let page = try #require(
            await PassPage.page(of: card, in: store, language: "en", format: .iso, clock: Self.clock))
        #expect(page.text.contains("GATE: 1"))
        let report = try await store.take(Self.pass { $0.gate = "7" }).report
        #expect((report.changed, report.conflicts) == (1, 0))
    }

    // MARK: - Words

    /// In UTC.
    private static let clock = CardClock(now: { Timestamp(milliseconds: 0) }, today: { .first })

    private static func changes(
        _ old: (inout TestPass) -> Void, _ new: (inout TestPass) -> Void, fields: FieldSet = []
    ) throws -> [String] {
        try PassChanges(
            from: PassContents(pass(old), language: "en"), to: PassContents(pass(new), language: "en"), note: "",
            fields: fields, .iso, Self.clock
        ).texts
    }

    @Test(
        "what is new is said with its values",
        arguments: [
            (departure("2026-12-01T14:05:00Z"), departure("2026-12-01T14:35:00Z"), ["departs 14:05 → 14:35"]),
            (
                departure("2026-12-01T14:05:00Z"), departure("2026-12-02T14:05:00Z"),
                ["departs 2026-12-01 14:05 → 2026-12-02 14:05"]
            ),
            (
                departure("2026-12-01T14:05:00Z"), #""relevantDate": "2026-12-01T14:05:00Z""#,
                ["when 2026-12-01 14:05", "no longer departs 2026-12-01 14:05"]
            ),
            ("", #""voided": true"#, ["voided; archived"]),
            (#""voided": true"#, "", ["valid again"]),
            (#""expirationDate": "2026-12-05""#, "", ["no longer expires"]),
            (
                #""expirationDate": "2026-12-05""#, #""expirationDate": "2026-12-06""#,
                ["expires 2026-12-05 → 2026-12-06"]
            ),
            (#""organizationName": "A""#, #""organizationName": "B""#, ["name A → B"]),
            (
                #""locations": [{"latitude": 1, "longitude": 2, "relevantText": "North"}]"#,
                #""locations": [{"latitude": 1, "longitude": 2, "relevantText": "South"}]"#, ["place North → South"]
            ),
            (
                #""locations": [{"latitude": 1, "longitude": 2, "relevantText": "North"}]"#,
                #""locations": [{"latitude": 1, "longitude": 3, "relevantText": "North"}]"#, ["North is elsewhere"]
            ),
            ("", #""locations": [{"latitude": 1, "longitude": 2}]"#, ["place 1, 2"]),
            (#""backgroundColor": "rgb(1,2,3)""#, #""backgroundColor": "rgb(1,2,4)""#, ["a new color"]),
        ])
    func words(old: String, new: String, expected: [String]) throws {
        #expect(try Self.changes({ $0.more = old }, { $0.more = new }, fields: [.isArchived]) == expected)
    }

    @Test("a changed code is said with its number; the issuer's own sentence is used, and cut where it is long")
    func messages() throws {
        #expect(try Self.changes({ $0.number = "1" }, { $0.number = "2" }) == ["number 1 → 2"])
        #expect(try Self.changes({ _ in }, { $0.number = "" }) == ["no number", "no barcode"])
        #expect(
            try Self.changes({ _ in }, { ($0.gate, $0.gateMessage) = ("14", "Gate changed to %@.") })
                == ["Gate changed to 14"])
        #expect(try Self.changes({ _ in }, { $0.gateMessage = "Gate changed to %@." }).isEmpty)
        let long = try Self.changes(
            { _ in }, { ($0.gate, $0.gateMessage) = ("14", String(repeating: "x\n", count: 900)) })
        #expect(long.count == 1 && long[0].count <= 100 && !long[0].contains("\n"))
    }
}
