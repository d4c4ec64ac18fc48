import CardStorage
import Cards
import Glibc
import PtySupport
import TestSupport

/// The first exchange of many cards by the command, out of one device and into another: time, memory, and what the stores grow by.
struct FirstExchangeFigures {
    private(set) var table: Table
    private let count: Int

    init(_ count: Int) async throws {
        self.count = count
        table = Table(title: "\(count) cards for the first time", programs: ["cards-tui"], compares: false)
        let folder = try TemporaryFolder()
        let list = try Self.list(count, in: folder)
        let remote = folder.path + "/remote"
        mkdir(remote, 0o700)
        try await add("folder", "folder:" + remote, list, within: (5000, 6000))
        table.add("the folder", "MB", [Self.size(of: remote)], digits: 1)
        let database = try BenchDatabase()
        try await add("PostgreSQL", database.address, list, within: (7500, 9000))
    }

    /// - Parameter within: milliseconds that are wanted for 100,000 cards, out and in.
    private mutating func add(
        _ remote: String, _ address: String, _ list: String, within: (out: Int, in: Int)
    ) async throws {
        let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try Self.run(["import", list], in: first)
        let before = Self.size(of: first.path + "/data")
        let out = try Self.run(["sync", "setup", address, "--yes"], in: first)
        let after = Self.size(of: first.path + "/data")
        let into = try Self.run(["sync", "setup", address, "--yes"], in: second)
        let scale = { [count] (limit: Int) in "\(limit * max(count, 100_000) / 100_000) ms" }
        table.add("\(remote): out", "ms", [out.seconds * 1000], wanted: scale(within.out))
        table.add("\(remote): peak memory of it", "MB", [out.peakMemory], digits: 1, wanted: "96 MB")
        table.add("\(remote): into an empty store", "ms", [into.seconds * 1000], wanted: scale(within.in))
        table.add("\(remote): peak memory of it", "MB", [into.peakMemory], digits: 1, wanted: "96 MB")
        table.add("\(remote): the store before", "MB", [before], digits: 1)
        table.add("\(remote): it grew by", "%", [(after / before - 1) * 100], digits: 1, wanted: "33 %")
        let other = Self.size(of: second.path + "/data")
        table.add("\(remote): the other one is larger by", "%", [(other / before - 1) * 100], digits: 1)
        let (mine, theirs) = (try Self.store(in: first), try Self.store(in: second))
        guard try await mine.count() == count, try await mine.contentHash() == theirs.contentHash() else {
            throw BenchError("\(remote): the two stores have different cards")
        }
        mine.close()
        theirs.close()
    }

    private static func list(_ count: Int, in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/cards.jsonl"
        try TransferReport.writeCards(count, photos: 0, to: path)
        return path
    }

    private static func store(in home: TemporaryFolder) throws -> SQLiteCardStore {
        try SQLiteCardStore(at: home.path + "/data/cards-tui/cards.sqlite")
    }

    static func run(_ arguments: [String], in home: TemporaryFolder) throws -> CommandRun {
        try CommandRun(
            Contender(
                name: "cards-tui", path: TerminalProgram.products + "/cards-tui", arguments: arguments,
                environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"], down: []))
    }

    /// All files below a folder, in megabytes.
    private static func size(of folder: String) -> Double {
        ProcessStatus.names(in: folder).reduce(0) { sum, name in
            let path = folder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? size(of: path) : Double(status.st_size) / 1e6)
        }
    }
}
