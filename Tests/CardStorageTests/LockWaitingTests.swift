import CSQLite
import Cards
import ChildProcesses
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CardStorage

@Suite("Waiting for the locks of the store", .timeLimit(.minutes(5)))
struct LockWaitingTests {
    @Test("of many that acquire the lock again and again, one that waits gets it")
    func fairWaiting() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        let waiting = try SQLiteCardStore(at: path, busyTimeout: .seconds(30))
        try await waiting.execute("CREATE TABLE contention (number INTEGER)")
        let contention = Contention()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { contention.end() }
            for _ in 0..<8 {
                group.addTask {
                    defer { contention.end() }
                    try await SQLiteCardStore(at: path, busyTimeout: .seconds(30)).lock(during: contention)
                }
            }
            var own = 0
            while !contention.isOver, own < 5 || contention.count < 200 {
                try await waiting.execute("BEGIN IMMEDIATE")
                try await waiting.execute("COMMIT")
                own += 1
            }
            contention.end()
            try await group.waitForAll()
            #expect(own >= 5 && contention.count >= 200)
        }
    }

    /// SQLite itself retries for ten seconds before it gives up.
    @Test("readers' locks that another program holds for long make a write busy; it succeeds after they are free")
    func readersLocks() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file(), busyTimeout: .zero)
        try await store.put(testCard("a", "Gym"))
        do {
            let output = try Pipe()
            let child = try ChildProcess(
                starting: ChildCommand(
                    executable: "/usr/bin/python3",
                    arguments: ["python3", "-c", Self.holdingReadersLocks, folder.file() + "-shm"],
                    files: [.nothing, .descriptor(output.writer.number)]))
            let end = child.endDescriptor()
            let first = await blocking { Readiness.first(of: [output.reader.number, end.number]) }
            #expect(first == 0, "python3 could not lock")
            await #expect(throws: StoreError.busy(path: folder.file())) {
                try await store.apply([.set(CardPatch(from: nil, to: testCard("b", "Bus")))])
            }
            _ = consume child
        }
        try await store.apply([.set(CardPatch(from: nil, to: testCard("b", "Bus")))])
        #expect(try await store.names() == ["Bus", "Gym"])
    }

    /// WAL_READ_LOCK(0) to WAL_READ_LOCK(4) of SQLite's file format.
    private static let holdingReadersLocks = """
        import fcntl, os, signal, sys
        file = open(sys.argv[1], "r+b")
        fcntl.lockf(file, fcntl.LOCK_EX, 5, 123)
        os.write(1, b"locked")
        signal.alarm(300)
        signal.pause()
        """

    @Test("a statement that SQLite gave up at readers' locks is repeated until the timeout")
    func repeating() {
        var codes = [SQLITE_PROTOCOL, SQLITE_PROTOCOL, SQLITE_ROW, SQLITE_PROTOCOL]
        let code = BusyWait(limit: .seconds(600)).repeating { codes.removeFirst() }
        #expect(code == SQLITE_ROW && codes == [SQLITE_PROTOCOL])
        // SQLite's own retries have taken longer than these.
        for limit in [Duration.zero, .seconds(3)] {
            var count = 0
            let code = BusyWait(limit: limit).repeating {
                count += 1
                return SQLITE_PROTOCOL
            }
            #expect(code == SQLITE_PROTOCOL && count == 1)
        }
    }
}

/// Counts how often stores acquired the lock, until a test ends that.
private final class Contention: Sendable {
    private let state = Mutex((count: 0, isOver: false))

    var count: Int { state.withLock { $0.count } }

    var isOver: Bool { state.withLock { $0.isOver } }

    func end() { state.withLock { $0.isOver = true } }

    /// Whether to go on.
    func acquired() -> Bool {
        state.withLock { state in
            state.count += 1
            return !state.isOver
        }
    }
}

extension SQLiteCardStore {
    /// Acquires the lock again at once after each write.
    fileprivate func lock(during contention: Contention) throws {
        // The file system's speed is not what is tested.
        try connection.execute("PRAGMA synchronous = OFF")
        repeat {
            try connection.transaction { () throws(StoreError) in
                try connection.execute("INSERT INTO contention VALUES (1)")
            }
        } while contention.acquired()
    }
}
