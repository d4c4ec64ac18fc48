import Cards
import Glibc
import PtySupport
import Synchronization
import Terminal
import TestSupport
import Testing

@Suite("Killed and concurrent syncs", .inTurns)
struct SyncStressJourneys {
    /// CARDS_FUZZ sets the number of kills. Their moments differ in each run, unless CARDS_SEED is set.
    private static let kills = fuzz ?? 20
    private static let fuzz = getenv("CARDS_FUZZ").flatMap { Int(String(cString: $0)) }

    @Test("a sync killed at any time loses nothing and duplicates nothing")
    func killed() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        var world = SyncWorld(seed: SeededGenerator.seed(Self.fuzz == nil ? 41 : nil))
        // A store that was empty at its first sync uploads later cards without asking.
        #expect(try await home.run("sync", "--backend", backend.url).status == 0)
        var (kills, rounds, moments) = (0, 0, Moments())
        while kills < Self.kills {
            rounds += 1
            backend.put(world.changesThere(rounds == 1 ? 300 : 80))
            try await home.bring(world.changesHere(rounds == 1 ? 250 : 80))
            for _ in 0..<2 {
                guard rounds > 1, let identifier = world.deletion() else { continue }
                try #require(try await home.run("remove", identifier).status == 0)
            }
            let length = Samples.list(backend.cards).count
            // Until a sync completes; then new changes are needed.
            while kills < Self.kills {
                let before = backend.requests.count
                let limit = Limit(&world, listBytes: length)
                let status = try await run(home, backend, until: limit)
                guard status == 128 + SIGKILL else {
                    try #require(status == 0, "round \(rounds), \(limit)")
                    world.settle()
                    break
                }
                kills += 1
                moments.count(backend.lines.dropFirst(before))
            }
        }
        print("Killed synchronizations: CARDS_FUZZ=\(kills), \(rounds) rounds, \(moments)")
        #expect(moments.downloads > 0 && moments.uploads > 0)
        let last = try await home.run("sync", "--backend", backend.url)
        #expect(last.status == 0 && !last.output.contains("pending"), "\(last.output)\(last.errors)")
        try await world.expectArrived(home, backend)
    }

    /// Returns the exit status.
    private func run(_ home: Home, _ backend: TestBackend, until limit: Limit) async throws -> Int32 {
        let executioner = Executioner()
        backend.watch { if limit.isReached(by: $0) { executioner.strike() } }
        backend.setFault { _ in limit.losesRequest && executioner.isDue ? .close : nil }
        defer {
            backend.watch(nil)
            backend.setFault(nil)
        }
        var writes: StoreWrites?
        if case .writes(let count) = limit {
            writes = StoreWrites(of: home.store, until: count) { executioner.strike() }
        }
        defer { withExtendedLifetime(writes) {} }
        let program = try home.start(["sync", "--backend", backend.url])
        executioner.aim(at: await program.process)
        return try await program.exitStatus()
    }

    @Test("two concurrent syncs of one store send nothing twice and lose nothing", arguments: [1, 2, 3])
    func together(seed: UInt64) async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        var world = SyncWorld(seed: seed)
        #expect(try await home.run("sync", "--backend", backend.url).status == 0)
        for round in 0..<4 {
            backend.put(world.changesThere(100))
            try await home.bring(world.changesHere(150))
            // New cards, not those being uploaded now: the notes of those show what was sent.
            let meanwhile = (0..<20).map { world.edit("late-\(round)-\($0)") }
            async let first = home.run("sync", "--backend", backend.url)
            async let second = home.run("sync", "--backend", backend.url)
            try await home.bring(meanwhile)
            for ending in [try await first, try await second] {
                #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
            }
            world.settle()
        }
        #expect(try await home.run("sync", "--backend", backend.url).status == 0)
        try await world.expectArrived(home, backend)
        var sent: [String: Int] = [:]
        for request in backend.requests where request.method == "POST" {
            for card in try JSONParser.parse(request.body).array ?? [] {
                let words = [card["identifier"], card["number"], card["note"]].map { $0?.string ?? "" }
                sent[words.joined(separator: ", "), default: 0] += 1
            }
        }
        let twice = sent.filter { $0.value > 1 }.keys.sorted()
        #expect(twice.count == 0, "\(twice.count) of \(sent.count) were sent twice: \(twice.prefix(3))")
    }
}

/// The moment at which the program is killed.
private enum Limit: CustomStringConvertible, Sendable {
    /// After the backend has sent this many bytes.
    case bytes(Int)
    /// After this many requests; the last is lost, or received and not answered.
    case requests(Int, isLost: Bool)
    /// After this many writes to the store.
    case writes(Int)

    init(_ world: inout SyncWorld, listBytes: Int) {
        self =
            switch world.next(below: 5) {
            case 0: .bytes(1 + world.next(below: listBytes))
            // After the list come the answers to uploads, of two bytes each.
            case 1: .bytes(listBytes + 1 + world.next(below: 8))
            case 2: .requests(2 + world.next(below: 3), isLost: true)
            case 3: .requests(1 + world.next(below: 5), isLost: false)
            default: .writes(1 + world.next(below: 150))
            }
    }

    func isReached(by now: TestBackend.Traffic) -> Bool {
        switch self {
        case .bytes(let bytes): now.bytes >= bytes
        case .requests(let requests, _): now.requests >= requests
        case .writes: false
        }
    }

    var losesRequest: Bool { if case .requests(_, let isLost) = self { isLost } else { false } }

    var description: String {
        switch self {
        case .bytes(let bytes): "\(bytes) bytes"
        case .requests(let requests, let isLost): "\(requests) requests, the last \(isLost ? "lost" : "taken")"
        case .writes(let writes): "\(writes) writes"
        }
    }
}

/// What the kills interrupted.
private struct Moments: CustomStringConvertible {
    private(set) var downloads = 0
    private(set) var uploads = 0

    mutating func count(_ lines: ArraySlice<String>) {
        if lines.allSatisfy({ $0.hasPrefix("GET") }) { downloads += 1 } else { uploads += 1 }
    }

    var description: String { "\(downloads) while cards came, \(uploads) while they went" }
}

/// Kills one process once, at a moment determined on another thread.
private final class Executioner: Sendable {
    private let state = Mutex<(process: Int32?, isDue: Bool, isDone: Bool)>((nil, false, false))

    func aim(at process: Int32) { update { $0.process = process } }
    func strike() { update { $0.isDue = true } }
    var isDue: Bool { state.withLock { $0.isDue } }

    private func update(_ change: (inout (process: Int32?, isDue: Bool, isDone: Bool)) -> Void) {
        state.withLock { state in
            change(&state)
            guard let process = state.process, state.isDue, !state.isDone else { return }
            state.isDone = true
            kill(process, SIGKILL)
        }
    }
}
