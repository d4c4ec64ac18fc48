import Glibc
import PtySupport
import TestSupport

/// Measures files of other programs, from the start of the command to its end: Catima's archive with photos out and in, and its
/// table with many cards in.
struct TransferReport {
    private static let rounds = 3
    private static let photoBytes = 200_000

    private(set) var table = Table(title: "files of cards", programs: ["cards-tui"], compares: false)

    init() throws {
        try addArchive()
        try addTable()
    }

    private mutating func addArchive() throws {
        let files = try TemporaryFolder()
        let home = try TemporaryFolder()
        let (list, archive) = (files.path + "/cards.jsonl", files.path + "/cards.zip")
        try Self.writeCards(10_000, photos: 2000, to: list)
        _ = try Self.run(["import", list], in: home)
        unlink(list)
        var (out, first, again) = (Samples(), Samples(), Samples())
        var (outMemory, inMemory) = (Samples(), Samples())
        for _ in 0..<Self.rounds {
            let export = try Self.run(["export", archive, "--format", "catima"], in: home)
            let other = try TemporaryFolder()
            let run = try Self.run(["import", archive], in: other)
            guard run.text.contains("10000 added") else { throw BenchError(run.text) }
            let second = try Self.run(["import", archive], in: other)
            guard second.text.contains("10000 unchanged") else { throw BenchError(second.text) }
            out.add(export.duration)
            first.add(run.duration)
            again.add(second.duration)
            outMemory.add(export.peakMemory)
            inMemory.add(max(run.peakMemory, second.peakMemory))
        }
        table.add("10000 cards, 2000 photos of 200 kB, to Catima's ZIP, median", "ms", [out.median], wanted: "4000 ms")
        table.add("peak memory", "MB", [outMemory.worst], digits: 1, wanted: "96 MB")
        table.add("from it into an empty store, median", "ms", [first.median], wanted: "6000 ms")
        table.add("the same again, median", "ms", [again.median])
        table.add("peak memory of both", "MB", [inMemory.worst], digits: 1, wanted: "96 MB")
    }

    private mutating func addTable() throws {
        let rows = Row.made(100_000).enumerated().map { "\($0 + 1),\($1.name),,,,0,,\($1.number),,,,,0,0,0\r\n" }
        let header =
            "_id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,starstatus,lastused,archive"
        let text = "2\r\n\r\n_id\r\n\r\n\(header)\r\n\(rows.joined())\r\ncardId,groupId\r\n"
        let files = try TemporaryFolder()
        let file = try files.write(text, to: "catima.csv")
        var (first, memory) = (Samples(), Samples())
        for _ in 0..<Self.rounds {
            let run = try Self.run(["import", file], in: TemporaryFolder())
            guard run.text.contains("100000 added") else { throw BenchError(run.text) }
            first.add(run.duration)
            memory.add(run.peakMemory)
        }
        withExtendedLifetime(files) {}
        table.add("100000 cards of Catima's table into an empty store, median", "ms", [first.median], wanted: "3000 ms")
        table.add("peak memory", "MB", [memory.worst], digits: 1)
    }

    private static func run(_ arguments: [String], in home: TemporaryFolder) throws -> CommandRun {
        try CommandRun(
            Contender(
                name: "cards-tui", path: Products.program, arguments: arguments,
                environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"], down: []))
    }

    /// Writes cards in our own format, the first ones with a photo: a PNG's first bytes, and noise that no program packs.
    static func writeCards(_ count: Int, photos: Int, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        defer { fclose(file) }
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (index, row) in Row.made(count).enumerated() {
            var line = Array(
                "{\"identifier\": \"card-\(index)\", \"name\": \"\(row.name)\", \"number\": \"\(row.number)\"".utf8)
            if index < photos {
                line += Array(", \"front\": \"iVBORw0KGgoA".utf8)
                let end = line.count + photoBytes / 3 * 4 / 8 * 8
                while line.count < end {
                    var bits = random.next()
                    for _ in 0..<8 {
                        line.append(alphabet[Int(bits & 63)])
                        bits >>= 8
                    }
                }
                line.append(UInt8(ascii: "\""))
            }
            line += Array("}\n".utf8)
            guard fwrite(line, 1, line.count, file) == line.count else { throw BenchError("\(path): the disk is full") }
        }
    }
}
