import CardStorage
import Cards
import PtySupport
import TestSupport

/// Measures a ledger of 10,000 entries: pages from the store, and on the screen from a key to the end of its last frame.
struct LedgerReport {
    private static let entries = 10_000
    private static let pageRows = 50

    private(set) var table = Table(title: "a ledger of 10,000 entries", programs: ["cards-tui"], compares: false)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/cards.sqlite"
        try await measureStore(at: path)
        try measureScreen(of: path, in: folder)
    }

    /// Makes the store, and closes it.
    private mutating func measureStore(at path: String) async throws {
        let store = try SQLiteCardStore(at: path)
        var gift = Card(identifier: .random(), name: "Gift")
        (gift.number, gift.balance, gift.currency) = ("1", "1000.00", "EUR")
        try await store.apply([.set(CardPatch(from: nil, to: gift))])
        let today = CardClock.system.today()
        let input = LocalInput(format: .iso, today: today)
        for number in 0..<Self.entries {
            let booking = try LedgerBooking(
                number.isMultiple(of: 9) ? "+5.00" : "0.07", day: today.adding(days: -number / 6),
                note: "entry \(number)", input)
            _ = try await store.book(booking, on: gift.identifier)
        }
        var pages = Samples()
        var (page, count): (LedgerPage?, Int) = (nil, 0)
        repeat {
            let start = ContinuousClock.now
            let next = try await store.ledger(of: gift.identifier, after: page, limit: Self.pageRows)
            pages.add(start.duration(to: .now))
            count += next.lines.count
            page = next
        } while page?.hasMore == true
        guard count == Self.entries else { throw BenchError("the ledger has \(count) entries") }
        table.add("\(Self.pageRows) entries from the store, median", "ms", [pages.median], digits: 2, wanted: "2 ms")
        table.add("the slowest of them", "ms", [pages.worst], digits: 2)
    }

    private mutating func measureScreen(of path: String, in folder: TemporaryFolder) throws {
        let program = Contender(
            name: "cards-tui", path: Products.program, arguments: ["--store", path],
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data"], down: Array("j".utf8),
            ready: " of 1")
        let terminal = try program.startReady()
        defer { terminal.recorder.kill() }
        var (first, whole, moving) = (Samples(), Samples(), Samples())
        for _ in 0..<5 {
            let times = terminal.press(
                Array("L".utf8), untilEach: [{ $0.text.contains("entry 0") }, { Self.hasTotal($0) }])
            guard times.count == 2 else { throw BenchError("the ledger is not shown") }
            first.add(times[0])
            whole.add(times[1])
            for key in ["\u{1B}[6~", "\u{1B}[6~", "j", "G", "g"] {
                moving.add(TextReport.press(key, terminal.recorder))
            }
            guard terminal.press(Array("h".utf8), until: { !$0.text.contains("entry 0") }) != nil else {
                throw BenchError("the ledger is not left")
            }
        }
        table.add("L, the newest entries, median", "ms", [first.median], digits: 1, wanted: "50 ms")
        table.add("the total of all entries, median", "ms", [whole.median], digits: 1)
        table.add("a page, a row, the ends: worst key", "ms", [moving.worst], digits: 1, wanted: "8 ms")
    }

    private static func hasTotal(_ screen: VirtualTerminal) -> Bool {
        screen.text.split(separator: "\n").contains { $0.contains("total") && $0.contains("spent") }
    }
}
