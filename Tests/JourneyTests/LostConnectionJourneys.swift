import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Drafts after a lost connection", .inTurns)
struct LostConnectionJourneys {
    /// How a connection ends.
    enum Loss: CaseIterable {
        /// The terminal is gone, and with it the session.
        case hangUp
        /// The terminal is gone, and a surviving session leader keeps SIGHUP away.
        case hangUpWithoutSignal
        case hangUpSignal, terminate, kill

        func happens(to program: TerminalProgram) async {
            switch self {
            case .hangUp, .hangUpWithoutSignal: await program.hangUp()
            case .hangUpSignal: await program.kill(SIGHUP)
            case .terminate: await program.kill(SIGTERM)
            case .kill: await program.kill(SIGKILL)
            }
        }

        var status: Int32 {
            switch self {
            case .hangUp, .hangUpWithoutSignal, .hangUpSignal: 128 + SIGHUP
            case .terminate: 128 + SIGTERM
            case .kill: 128 + SIGKILL
            }
        }
    }

    /// The form of a card with photos, with a running helper and an edit that has reached the disk.
    private func formInTheMiddle(_ home: Home, _ loss: Loss = .kill) async throws -> TerminalProgram {
        try await home.bring([Samples.photoCard])
        let program = try home.start(isSessionLeader: loss != .hangUpWithoutSignal)
        try await program.wait(forPosition: "1 of 1")
        try await program.press("enter")
        try await program.picture("back")
        try await program.press("e")
        try await program.wait(for: "Edit swifting.io")
        try await program.type(" Plus\t47 11")
        try await program.wait(for: "47 11")
        try await program.wait(outside: "the draft") { home.drafts.contains { $0.contains("47 11") } }
        return program
    }

    @Test(
        "a connection lost in a form leaves no process, and the form is offered at the next start",
        arguments: Loss.allCases)
    func form(loss: Loss) async throws {
        let home = try Home()
        let program = try await formInTheMiddle(home, loss)
        let family = Processes.family(of: await program.process)
        #expect(family.identifiers.count == 2, "the program and its photo helper")
        await loss.happens(to: program)
        #expect(try await program.exitStatus() == loss.status)
        #expect(await family.end())
        #expect(try await home.names() == ["swifting.io"])

        let next = try home.start()
        try await next.wait(for: "Resume editing swifting.io Plus?")
        try await next.press("y")
        try await next.wait(for: "Edit swifting.io")
        await next.look { screen in
            #expect(screen.text.contains("name  swifting.io Plus"))
            #expect(screen.text.contains("number  47 11"))
        }
        try await next.press("ctrl-s")
        try await next.wait(for: "Saved swifting.io Plus")
        #expect(home.drafts == [])
        #expect(try await next.quit() == 0)
        let card = try await home.cards().first
        #expect(card?["name"] == .string("swifting.io Plus"))
        #expect(card?["number"] == .string("47 11"))
    }

    @Test("n keeps the draft for a later start, d discards it")
    func laterOrNever() async throws {
        let home = try Home()
        let program = try await formInTheMiddle(home)
        await program.kill(SIGKILL)
        _ = try await program.exitStatus()

        let second = try home.start()
        try await second.wait(for: "Resume editing")
        try await second.press("n")
        try await second.wait(forNo: "Resume editing")
        #expect(try await second.quit() == 0)
        #expect(home.drafts.count == 1)

        let third = try home.start()
        try await third.wait(for: "Resume editing")
        try await third.press("d")
        try await third.wait(forNo: "Resume editing")
        try await third.wait(outside: "the draft to go") { home.drafts.isEmpty }
        #expect(try await third.quit() == 0)
        #expect(try await home.names() == ["swifting.io"])
    }

    @Test("a resumed new card survives another lost connection, with its photo; Esc discards it")
    func newCardTwice() async throws {
        let home = try Home()
        try Files.write(Samples.photoBytes("Elm", .front), to: home.path("front.png"))
        let first = try home.start()
        try await first.wait(for: "No cards yet.")
        try await first.press("a")
        try await first.type("Elm")
        for _ in 0..<Samples.fieldsBeforeFront { try await first.press("down") }
        try await first.type("~/front.png")
        try await first.press("enter")
        try await first.picture("front")
        try await first.wait(outside: "the draft with the photo") {
            home.drafts.contains { !$0.contains("\"photos\":[]") }
        }
        await first.kill(SIGKILL)
        _ = try await first.exitStatus()

        let second = try home.start()
        try await second.wait(for: "Resume editing Elm?")
        try await second.press("enter")
        try await second.picture("front")
        try await second.type(" Gym")
        try await second.wait(for: "name  Elm Gym")
        await second.hangUp()
        #expect(try await second.exitStatus() == 128 + SIGHUP)

        let third = try home.start()
        try await third.wait(for: "Resume editing Elm Gym?")
        try await third.press("y")
        try await third.picture("front")
        try await third.press("esc")
        try await third.wait(for: "Discard changes to Elm Gym?")
        try await third.press("y")
        try await third.wait(for: "No cards yet.")
        try await third.wait(outside: "the draft to go") { home.drafts.isEmpty }
        #expect(try await third.quit() == 0)
    }

    @Test("a card reported as saved survives an immediate kill -9")
    func savedIsSaved() async throws {
        let home = try Home()
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.type("Elm Gym\t1")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        await program.kill(SIGKILL)
        #expect(try await program.exitStatus() == 128 + SIGKILL)
        #expect(try await home.names() == ["Elm Gym"])
        #expect(home.drafts == [])
    }
}
