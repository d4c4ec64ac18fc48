import Glibc
import PtySupport
import TestSupport

// Measures the program's targets, beside well-known programs, in the same run and in turn.
//   cards-bench [ROUNDS] [SIZES…]      25 starts; 10000, 100000 and 1000000 cards; network and pictures
//   cards-bench pictures               pictures only
//   cards-bench network                network only
//   cards-bench barcodes               barcodes only
//   cards-bench text                   long notes only
//   cards-bench history                the history of a card only
//   cards-bench transfer               files of other programs only
//   cards-bench backup                 backups only
//   cards-bench ledger                 a ledger of 10,000 entries only
//   cards-bench sync [PART…] [CARDS]   devices that share cards only: libraries, first, one, idle, live, desks, pushes; 100,000 cards, or
//                                      CARDS_BENCH_CARDS of them

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rounds = numbers.first ?? 25
let sizes = numbers.count > 1 ? Array(numbers.dropFirst()) : [10_000, 100_000, 1_000_000]

/// The load of other processes, which affects every figure.
func load() -> String {
    var averages = [0.0, 0.0, 0.0]
    getloadavg(&averages, 3)
    return Table.text(averages[0], digits: 2)
}

/// Measures photos, and the quality of pictures as symbols.
func printPictures() throws {
    print(try SymbolReport().table.text, terminator: "\n\n")
    fflush(nil)
    print(try PictureReport().table.text, terminator: "\n\n")
}

func printNetwork() async throws {
    print(try await NetworkReport().table.text, terminator: "\n\n")
    fflush(nil)
}

func printBarcodes() async throws {
    print(try await BarcodeReport().table.text, terminator: "\n\n")
    fflush(nil)
}

/// A part that fails does not keep the others from being measured.
func printSync(_ parts: [String] = [], cards: Int) async throws {
    var failed: [String] = []
    for part in try SyncReport.parts(named: parts) {
        do {
            print(try await part.measure(cards).text, terminator: "\n\n")
        } catch {
            print("sync \(part.name): \(error)", terminator: "\n\n")
            failed.append(part.name)
        }
        fflush(nil)
    }
    if !failed.isEmpty { throw BenchError("not measured: sync \(failed.joined(separator: " "))") }
}

/// How many cards devices share for the first time.
func sharedCards() throws -> Int {
    if let first = numbers.first { return first }
    guard let text = getenv("CARDS_BENCH_CARDS").map({ String(cString: $0) }) else { return 100_000 }
    guard let count = Int(text), count > 0 else { throw BenchError("CARDS_BENCH_CARDS is no number of cards: \(text)") }
    return count
}

do {
    if let part = CommandLine.arguments.dropFirst().first,
        ["pictures", "network", "barcodes", "text", "transfer", "history", "backup", "ledger", "sync"].contains(part)
    {
        print("load \(load()) before", terminator: "\n\n")
        switch part {
        case "pictures": try printPictures()
        case "network": try await printNetwork()
        case "text": print(try TextReport().table.text)
        case "history": print(try await HistoryReport().table.text)
        case "transfer": print(try TransferReport().table.text)
        case "backup": print(try BackupReport().table.text)
        case "ledger": print(try await LedgerReport().table.text)
        case "sync":
            try await printSync(CommandLine.arguments.dropFirst(2).filter { Int($0) == nil }, cards: sharedCards())
        default: try await printBarcodes()
        }
        exit(0)
    }
    print(
        "\(BenchmarkData.size.columns)x\(BenchmarkData.size.rows), \(rounds) starts, load \(load()) before",
        terminator: "\n\n")
    for size in sizes {
        print(try SizeReport(size, rounds: rounds).table.text, terminator: "\n\n")
        fflush(nil)
    }
    print(
        try FrameReport([1000, 10_000, 100_000, 1_000_000].filter { $0 <= sizes.max() ?? 0 }).table.text,
        terminator: "\n\n")
    try await printNetwork()
    try await printBarcodes()
    print(try TextReport().table.text, terminator: "\n\n")
    print(try await HistoryReport().table.text, terminator: "\n\n")
    print(try TransferReport().table.text, terminator: "\n\n")
    print(try BackupReport().table.text, terminator: "\n\n")
    print(try await LedgerReport().table.text, terminator: "\n\n")
    try printPictures()
    try await printSync(cards: 100_000)
    print(
        "load \(load()) at the end. nnn and abook are left out above 10,000 rows: they take minutes to fill and to start."
    )
} catch {
    print("cards-bench: \(error)")
    exit(1)
}
