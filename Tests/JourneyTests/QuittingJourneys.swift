import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Quitting after input", .inTurns)
struct QuittingJourneys {
    private func home() async throws -> Home {
        let home = try Home()
        try await home.bring(["Alder", "Birch", "Cedar"].map { Samples.card($0, number: "1") })
        return home
    }

    private func isSet(_ member: String, _ home: Home) async throws -> Bool {
        try await home.cards().contains { $0[member] == .bool(true) }
    }

    @Test(
        "a star or archive command followed by quit is always saved, in list and card",
        arguments: [
            ("t", "starred"), (" jt", "starred"), ("\rth", "starred"), ("/1\rt", "starred"),
            // The only match is opened.
            ("/alder\rth", "starred"), ("gz", "archived"),
        ])
    func change(keys: String, member: String) async throws {
        let home = try await home()
        for round in 1...6 {
            let program = try home.start()
            try await program.wait(forPosition: "1 of 3")
            try await program.type(keys + "q")
            #expect(try await program.exitStatus() == 0)
            // Archived cards are listed last.
            let isExpected = round % 2 == 1 || member == "archived"
            #expect(try await isSet(member, home) == isExpected, "round \(round)")
            if member == "archived", round == 3 { break }
        }
    }

    @Test("an order chosen right before quitting is kept for the next start")
    func order() async throws {
        let home = try await home()
        for round in 1...6 {
            let program = try home.start()
            try await program.wait(forPosition: "1 of 3")
            try await program.type("Oq")
            #expect(try await program.exitStatus() == 0)
            let next = try home.start()
            try await next.wait(forPosition: "1 of 3")
            try await next.wait(for: round % 2 == 1 ? "Cedar · 1 of 3" : "Alder · 1 of 3")
            #expect(try await next.quit() == 0)
        }
    }

    @Test("the group above the list is kept for the next start")
    func group() async throws {
        let home = try await home()
        #expect(try await home.run("group", "add", "wood", "Birch").status == 0)
        let program = try home.start()
        try await program.wait(forText: "All 3 · wood 1")
        try await program.type("}")
        try await program.wait(for: "Birch · 1 of 1")
        try await program.type("q")
        #expect(try await program.exitStatus() == 0)
        let next = try home.start()
        try await next.wait(for: "Birch · 1 of 1")
        try await next.type("{")
        try await next.wait(forPosition: "2 of 3")
        #expect(try await next.quit() == 0)
    }

    enum End: CaseIterable {
        case terminate, hangUpSignal, hangUp, hangUpWithoutSignal

        func happens(to program: TerminalProgram) async {
            switch self {
            case .terminate: await program.kill(SIGTERM)
            case .hangUpSignal: await program.kill(SIGHUP)
            case .hangUp, .hangUpWithoutSignal: await program.hangUp()
            }
        }

        var status: Int32 { 128 + (self == .terminate ? SIGTERM : SIGHUP) }
    }

    @Test("a star shown on the screen is saved, however the program is ended", arguments: End.allCases)
    func star(end: End) async throws {
        let home = try await home()
        for round in 1...6 {
            let program = try home.start(isSessionLeader: end != .hangUpWithoutSignal)
            try await program.wait(forPosition: "1 of 3")
            try await program.type("t")
            if round % 2 == 1 { try await program.wait(for: "★") } else { try await program.wait(forNo: "★") }
            await end.happens(to: program)
            let status = try await program.exitStatus()
            #expect(status == end.status, "round \(round): \(home.log)")
            #expect(try await isSet("starred", home) == (round % 2 == 1), "round \(round)")
        }
    }

    @Test("quitting waits for a locked store to save a star, and says so")
    func lockedStore() async throws {
        let home = try await home()
        let program = try home.start()
        try await program.wait(forPosition: "1 of 3")
        let lock = try Database(home.store)
        try lock.run("BEGIN IMMEDIATE")
        try await program.type("tq")
        try await program.wait(for: "Leaving… Esc stops")
        try lock.run("COMMIT")
        #expect(try await program.exitStatus() == 0)
        #expect(try await isSet("starred", home))
    }

    @Test("a store that stays locked does not prevent a signal from ending the program")
    func bounded() async throws {
        let home = try await home()
        let program = try home.start()
        try await program.wait(forPosition: "1 of 3")
        let lock = try Database(home.store)
        try lock.run("BEGIN IMMEDIATE")
        // The star is drawn, and taken back after the three seconds for which the store is waited for: the output tells it later, too.
        await program.forgetOutput()
        try await program.type("t")
        try await program.wait(forOutput: "★")
        await program.kill(SIGTERM)
        #expect(try await program.exitStatus() == 128 + SIGTERM)
        try lock.run("COMMIT")
        #expect(try await isSet("starred", home) == false)
    }
}
