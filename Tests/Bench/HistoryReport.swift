import CardStorage
import Cards
import PtySupport
import TestSupport

/// Measures the history of a card with 10,000 changes: in the store, and from a key to the end of its frame.
struct HistoryReport {
    private static let count = 10_000
    private static let rounds = 20

    private(set) var table = Table(title: "a card with 10000 changes", programs: ["cards-tui"], compares: false)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/history.sqlite"
        try await addStore(SQLiteCardStore(at: path))
        let recorder = try Contender(
            name: "cards-tui", path: Products.program, arguments: ["--store", path],
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"], down: Array("j".utf8),
            ready: " of 1"
        ).start()
        defer { recorder.kill() }
        recorder.read(untilQuietFor: 300)
        func add(_ label: String, _ keys: String, after: String = "", _ wanted: String) {
            var samples = Samples()
            for _ in 0..<3 {
                samples.add(TextReport.press(keys, recorder))
                if !after.isEmpty { _ = TextReport.press(after, recorder) }
            }
            table.add(label, "ms", [samples.median], digits: 1, wanted: wanted)
        }
        // The page of the card.
        _ = TextReport.press("\r", recorder)
        add("H on the card opens its history", "H", after: "h", "50 ms")
        _ = TextReport.press("H", recorder)
        add("a page down", "\u{1B}[6~", "8 ms")
        add("the oldest change", "G", after: "g", "50 ms")
        _ = TextReport.press("G", recorder)
        add("the card as it was after it", "\r", after: "h", "50 ms")
        add("the newest change", "g", after: "G", "50 ms")
    }

    private mutating func addStore(_ store: SQLiteCardStore) async throws {
        let identifier = CardID("long") ?? .random()
        let changes = (0..<Self.count).map { number in
            var card = Card(identifier: identifier, name: "Long")
            (card.number, card.note, card.balance) = ("\(number)", "note \(number / 7)", "\(number / 3)")
            return CardChange.set(CardPatch(values: card, fields: [.name, .number, .note, .balance]))
        }
        try await store.apply(changes)
        func add(
            _ label: String, _ wanted: String, _ body: (SQLiteCardStore) async throws -> Void
        ) async throws -> (label: String, wanted: String, median: Double?) {
            var samples = Samples()
            for _ in 0..<Self.rounds {
                let start = ContinuousClock.now
                try await body(store)
                samples.add(start.duration(to: .now))
            }
            return (label, wanted, samples.median)
        }
        let figures = [
            try await add("store: the first page of 50", "2 ms") {
                _ = try await $0.history(HistoryQuery(card: identifier, limit: 50))
            },
            try await add("store: a page in the middle", "2 ms") {
                let start = HistoryQuery.Start.before(Int64(Self.count / 2))
                _ = try await $0.history(HistoryQuery(card: identifier, start: start, limit: 50))
            },
            try await add("store: the card as it was after the first change", "50 ms") {
                guard try await $0.card(identifier, after: 1)?.card.number == "0" else {
                    throw BenchError("the card as it was is wrong")
                }
            },
            try await add("store: the card as it was in the middle", "50 ms") {
                guard
                    try await $0.card(identifier, after: Int64(Self.count / 2))?.card.number == "\(Self.count / 2 - 1)"
                else { throw BenchError("the card as it was is wrong") }
            },
            try await add("store: a search through all changes, without a match", "") {
                var next: HistoryQuery.Start? = .newest
                while let start = next {
                    next = try await $0.history(HistoryQuery(words: "zzz", start: start, limit: 50)).next
                }
            },
        ]
        for figure in figures {
            table.add(figure.label, "ms", [figure.median], digits: 1, wanted: figure.wanted)
        }
        store.close()
    }
}
