import Cards
import Foundation
import Glibc
import TestSupport
import Testing

/// Two homes that share cards over a carrier, and what every command that succeeded made of the cards. Each edits and removes cards of its
/// own, so that nothing conflicts; both spend from one card.
struct KilledWorld {
    private struct Expected: Equatable {
        var name: String
        var note = ""
        var front = ""

        init(name: String) { self.name = name }

        init(_ json: JSON) {
            name = json["name"]?.string ?? ""
            (note, front) = (json["note"]?.string ?? "", json["front"]?.string ?? "")
        }
    }

    let carrier: Carrier
    let homes: [Home]
    private(set) var kills = 0
    /// How long an exchange takes that nothing stops.
    private var length = Duration.milliseconds(5)
    private var cards: [String: Expected] = [:]
    /// The cards of each home.
    private var own: [[String]] = [[], []]
    private let voucher: String
    private var balance = 100_000
    private var texts = 0
    private var random: SeededGenerator

    init(over kind: Carrier.Kind, seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        carrier = try await Carrier(kind)
        homes = [try Home(), try Home()]
        voucher = try await homes[0].add("Voucher", number: "1", "--balance", "\(balance)")
        for (home, name) in zip(homes, ["desk", "laptop"]) {
            try carrier.admit(home)
            let ending = try await home.run("sync", "setup", carrier.address, "--name", name, "--yes")
            try #require(ending.status == 0, "\(ending.errors)\(ending.output)")
            let start = ContinuousClock.now
            try await exchange(home)
            length = max(length, start.duration(to: .now))
            try Files.write(Samples.photoBytes(name, .front), to: home.path("front.png"))
        }
    }

    private mutating func next(below limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

    private mutating func text() -> String {
        texts += 1
        return "text \(texts)"
    }

    // MARK: - Changes

    /// Changes cards of a home by the command line. Every command must succeed.
    mutating func change(_ index: Int) async throws {
        let home = homes[index]
        for _ in 0..<2 {
            let name = text()
            let hasPhoto = next(below: 3) == 0
            let photo = hasPhoto ? ["--front", home.path("front.png")] : []
            let added = try await done(home, ["add", "--name", name, "--number", "\(texts)"] + photo)
            let identifier = String(added.dropLast())
            cards[identifier] = Expected(name: name)
            if hasPhoto { cards[identifier]?.front = try Samples.base64(Files.bytes(of: home.path("front.png"))) }
            own[index].append(identifier)
        }
        let edited = own[index][next(below: own[index].count)]
        let note = text()
        _ = try await done(home, ["edit", edited, "--note", note])
        cards[edited]?.note = note
        let amount = 1 + next(below: 9)
        _ = try await done(home, ["spend", voucher, "\(amount)"])
        balance -= amount
        guard own[index].count > 3 else { return }
        let removed = own[index].remove(at: next(below: own[index].count))
        _ = try await done(home, ["remove", removed])
        cards[removed] = nil
    }

    private func done(_ home: Home, _ arguments: [String]) async throws -> String {
        let ending = try await home.run(arguments)
        try #require(ending.status == 0, "\(arguments): \(ending.errors)\(ending.output)")
        return ending.output
    }

    // MARK: - Exchanges

    func exchange(_ home: Home) async throws {
        let ending = try await home.run("sync")
        try #require(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)\(ending.output)")
    }

    /// Exchanges without kills until nothing waits, and measures the longest of them.
    mutating func settle() async throws {
        length = .milliseconds(5)
        for home in homes + homes {
            let start = ContinuousClock.now
            try await exchange(home)
            length = max(length, start.duration(to: .now))
        }
        for home in homes {
            let status = try await done(home, ["sync", "status"])
            #expect(status.contains("nothing pending"), "\(status)")
        }
    }

    /// As if the devices had shared cards for long, so that compacting has something to remove. Nothing may wait.
    func makeOld() throws {
        for home in homes { try Database(home.store).run("UPDATE vault_batch SET time = 65536") }
    }

    /// Kills some exchanges at random times. After each of them the store can be read.
    mutating func killExchanges(of index: Int) async throws {
        let home = homes[index]
        let names = try await names(home)
        for _ in 0..<4 {
            let command = next(below: 3) == 0 ? ["sync", "compact"] : ["sync"]
            let microseconds = 1 + next(below: Int(length / .microseconds(1)))
            // The kernel keeps the time.
            let seconds = "\(Double(microseconds) / 1_000_000)"
            let program = try home.start(
                program: "/usr/bin/timeout", ["--foreground", "-s", "KILL", seconds, Home.program] + command)
            let status = try await program.exitStatus()
            if status == 128 + SIGKILL {
                kills += 1
            } else {
                let output = await program.text
                // 124: it had ended by itself when the time was over.
                try #require(status == 0 || status == 124, "\(command): \(output)")
            }
            // Those of the other home may have come.
            #expect(try await self.names(home).isSuperset(of: names.intersection(expectedNames(of: index))))
        }
    }

    private func names(_ home: Home) async throws -> Set<String> { Set(try await home.names()) }

    private func expectedNames(of index: Int) -> Set<String> { Set(own[index].compactMap { cards[$0]?.name }) }

    // MARK: - Checks

    /// Expects that both homes have every card once, as it was last changed, and that their stores are sound.
    func expectSame() async throws {
        let lists = [
            try await done(homes[0], ["list", "--json=array", "--photos"]),
            try await done(homes[1], ["list", "--json=array", "--photos"]),
        ]
        #expect(lists[0] == lists[1])
        #expect(try await done(homes[0], ["export", "-"]) == done(homes[1], ["export", "-"]))
        for (home, list) in zip(homes, lists) {
            let here = try #require(try JSONParser.parse(Array(list.utf8)).array)
            #expect(here.count == cards.count + 1, "each once")
            let found = Dictionary(
                here.map { ($0["identifier"]?.string ?? "", Expected($0)) }, uniquingKeysWith: { first, _ in first })
            #expect(found.filter { $0.key != voucher } == cards)
            #expect(try await done(home, ["show", voucher]).contains("\(balance) points"))
            #expect(try await done(home, ["conflicts"]).isEmpty)
            #expect(try await done(home, ["check"]).contains("is intact"))
            #expect(try Database(home.store).column("PRAGMA integrity_check") == ["ok"])
            // A kill makes no device.
            #expect(try await done(home, ["sync", "devices"]).split(separator: "\n").count == 2)
        }
    }
}

extension Files {
    /// The files and folders in a folder and below it, as paths from there.
    static func below(_ folder: String) -> [String] {
        (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
    }
}
