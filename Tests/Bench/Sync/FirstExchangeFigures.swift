import CardStorage
import Cards
import Glibc
import TestSupport

/// The first exchange of many cards by the command, out of one device and into another: time, memory, and what the stores grow by. More
/// than 100,000 cards are compared with 100,000.
struct FirstExchangeFigures {
    private static let usual = 100_000
    /// A million cards may take twelve times as long as 100,000.
    private static let factor = 1.2

    private(set) var table: Table
    private var times: [String: Double] = [:]

    init(_ count: Int) async throws {
        table = Table(
            title: "\(count) cards for the first time", programs: ["cards-tui"], compares: false, judges: true)
        if count > Self.usual { try await addAll(Self.usual) }
        let before = times
        try await addAll(count)
        guard count > Self.usual else { return }
        for (name, time) in times.sorted(by: { $0.key < $1.key }) {
            let share = before[name].map { time / $0 }
            let limit = Self.factor * Double(count) / Double(Self.usual)
            table.add("\(name): \(count) cards : \(Self.usual) cards", "", [share], digits: 2, .atMost(limit, "times"))
        }
    }

    private mutating func addAll(_ count: Int) async throws {
        let folder = try TemporaryFolder()
        let list = folder.path + "/cards.jsonl"
        try TransferReport.writeCards(count, photos: 0, to: list)
        let remote = folder.path + "/remote"
        mkdir(remote, 0o700)
        try await add("folder", "folder:" + remote, count, list, slower: 1) { BenchFolder.megabytes(of: remote) }
        let database = try await BenchDatabase()
        try await add("PostgreSQL", database.address, count, list, slower: 1.5) { database.size }
        withExtendedLifetime(folder) {}
    }

    /// - Parameters:
    ///   - slower: how many times as long as to a folder it may take.
    ///   - size: of what is at the remote, in megabytes.
    private mutating func add(
        _ remote: String, _ address: String, _ count: Int, _ list: String, slower: Double, size: () -> Double
    ) async throws {
        let (first, second) = (try BenchHome(), try BenchHome())
        try first.run("import", list)
        let (before, there) = (first.size, size())
        let out = try first.run("sync", "setup", address, "--yes")
        let into = try second.run("sync", "setup", address, "--yes")
        try await compare(first, second, count, remote)
        let title = "\(remote), \(count) cards: "
        let allowed = slower * (count > Self.usual ? Self.factor * Double(count) / Double(Self.usual) : 1)
        (times["\(remote), out"], times["\(remote), in"]) = (out.seconds, into.seconds)
        table.add(title + "out", "s", [out.seconds], digits: 2, .atMost(5 * allowed, "s"))
        table.add(title + "into an empty store", "s", [into.seconds], digits: 2, .atMost(6 * allowed, "s"))
        let memory: Limit? = count > Self.usual ? nil : .atMost(96, "MB")
        table.add(title + "peak memory, out", "MB", [out.peakMemory], digits: 1, memory)
        table.add(title + "peak memory, in", "MB", [into.peakMemory], digits: 1, memory)
        table.add(title + "the store before", "MB", [before], digits: 1, nil)
        table.add(title + "the store after", "MB", [first.size], digits: 1, nil)
        table.add(title + "it grew by", "%", [(first.size / before - 1) * 100], digits: 1, .atMost(100.0 / 3, "%"))
        table.add(title + "the other store", "MB", [second.size], digits: 1, nil)
        table.add(title + "it is larger by", "%", [(second.size / before - 1) * 100], digits: 1, nil)
        table.add(title + "at the remote", "MB", [size() - there], digits: 1, nil)
    }

    /// Throws unless both stores have all cards, byte for byte.
    private func compare(_ first: BenchHome, _ second: BenchHome, _ count: Int, _ remote: String) async throws {
        let (mine, theirs) = (try first.store(), try second.store())
        let (one, other) = (try await mine.contentHash(), try await theirs.contentHash())
        let (here, there) = (try await mine.count(), try await theirs.count())
        mine.close()
        theirs.close()
        guard here == count, there == count, one == other else {
            throw BenchError(
                "\(remote): of \(count) cards the first device has \(here) with the hash \(one), the second \(there) with \(other)"
            )
        }
    }
}
