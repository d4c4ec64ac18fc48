import Glibc
import PtySupport
import TestSupport

/// Measures the backup of a store with many photos: beside a copy of its file, and the keys while one is made.
struct BackupReport {
    private static let rounds = 5
    private static let cards = 10_000
    private static let photos = 1000
    /// Keys that are pressed at most while a backup is made.
    private static let mostKeys = 500

    private(set) var table = Table(title: "backups", programs: ["cards-tui"], compares: false)

    private let home: TemporaryFolder
    private var store: String { home.path + "/data/cards-tui/cards.sqlite" }

    init() throws {
        home = try TemporaryFolder()
        let list = home.path + "/cards.jsonl"
        try TransferReport.writeCards(Self.cards, photos: Self.photos, to: list)
        _ = try run(["import", list])
        unlink(list)
        try addCopies()
        try addKeys()
    }

    private mutating func addCopies() throws {
        let copy = home.path + "/copy"
        var (ours, plain, shared) = (Samples(), Samples(), Samples())
        for _ in 0..<Self.rounds {
            // Each is on the disk at its end.
            plain.add(try shell("dd if='\(store)' of='\(copy)' bs=1M conv=fsync 2>&1").duration)
            unlink(copy)
            shared.add(try shell("cp '\(store)' '\(copy)' && sync '\(copy)'").duration)
            unlink(copy)
            ours.add(try run(["backup", copy]).duration)
            unlink(copy)
        }
        let ratio = plain.median.flatMap { copied in ours.median.map { $0 / copied } }
        table.add("\(Self.cards) cards, 200 MB of photos, median", "ms", [ours.median])
        table.add("a copy of the file by dd, median", "ms", [plain.median])
        table.add("a copy of the file by cp, which the kernel makes, median", "ms", [shared.median])
        table.add("backup : copy by dd", "", [ratio], digits: 2, wanted: "1.20")
    }

    /// The start of the program makes a backup, since there is none.
    private mutating func addKeys() throws {
        var (during, after) = (Samples(), Samples())
        _ = try home.write("backup:\n  folder: \(home.path)/kept\n", to: "config.yaml")
        for _ in 0..<Self.rounds {
            unlink(store + "-backups")
            let terminal = try contender(["--config", home.path + "/config.yaml"], ready: "of 10000").startWatched()
            defer { terminal.recorder.kill() }
            var pressed = 0
            while access(store + "-backups", F_OK) != 0, pressed < Self.mostKeys {
                during.add(try press(terminal))
                pressed += 1
            }
            guard pressed > 0, pressed < Self.mostKeys else {
                throw BenchError("\(pressed) keys were pressed during the backup")
            }
            for _ in 0..<50 { after.add(try press(terminal)) }
        }
        table.add("a row down while one is made, worst", "ms", [during.worst], digits: 1, wanted: "8 ms")
        table.add("the same, median", "ms", [during.median], digits: 1)
        table.add("a row down behind it, worst", "ms", [after.worst], digits: 1)
    }

    private func press(_ terminal: WatchedTerminal) throws -> Duration {
        guard let answer = MoveFigures.press(Array("j".utf8), terminal.recorder) else {
            throw BenchError("no answer to a key:\n\(terminal.text)")
        }
        return answer.time
    }

    // MARK: - Programs

    private func contender(_ arguments: [String], ready: String? = nil) -> Contender {
        Contender(
            name: "cards-tui", path: Products.program, arguments: arguments,
            environment: ["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"], down: [], ready: ready)
    }

    private func run(_ arguments: [String]) throws -> CommandRun { try CommandRun(contender(arguments)) }

    private func shell(_ command: String) throws -> CommandRun {
        try CommandRun(Contender(name: "sh", path: "/bin/sh", arguments: ["-c", command], down: []))
    }
}

extension Contender {
    /// Starts the program and waits for its first rows only: the backup begins behind them.
    fileprivate func startWatched() throws -> WatchedTerminal {
        let terminal = try WatchedTerminal(start())
        guard terminal.wait(until: { screen in ready.map(screen.text.contains) ?? true }) else {
            terminal.recorder.kill()
            throw BenchError("\(name) does not say \(ready ?? "")")
        }
        return terminal
    }
}
