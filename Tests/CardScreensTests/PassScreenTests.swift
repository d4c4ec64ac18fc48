import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens
@testable import CardTransfer
@testable import CardViewModels

@MainActor
@Suite("Renewing passes on the screen")
struct PassScreenTests {
    private let passes = FakePasses()

    private func journey() async throws -> Journey {
        let journey = try await Journey(passes: PassServices(fetching: passes, consents: passes))
        _ = try await journey.store.importFile(MemoryFile(TestPass().bytes))
        await journey.see("Juniper Rail")
        passes.answer(.success(.file(TestPass().with { $0.gate = "14" }.bytes, modified: nil)))
        return journey
    }

    private func renew(_ journey: Journey) {
        journey.press(Key(":"))
        journey.type("renew-passes")
        journey.press(.enter)
    }

    @Test("the host is shown and asked about once; what is new is told, and u takes it back")
    func renewed() async throws {
        let journey = try await journey()
        renew(journey)
        await journey.see("Ask passes.juniper.example?")
        #expect(passes.asked.isEmpty)
        journey.type("y")
        await journey.see("Juniper Rail: gate 12 → 14")
        journey.press(Key("u"))
        await journey.see("Undid")
        #expect(passes.load().issuers.count == 1)
        // Undo brought the former file back, of which the issuer has a newer one.
        renew(journey)
        await journey.see("Juniper Rail: gate 12 → 14")
        renew(journey)
        await journey.see("Nothing new in 1 pass.")
    }

    @Test("Esc while a host is slow says that passes were not renewed")
    func stopped() async throws {
        let journey = try await journey()
        passes.isHeld = true
        renew(journey)
        await journey.see("Ask passes.juniper.example?")
        journey.type("y")
        await journey.wait("the request") { passes.asked.count == 1 }
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Renewing passes…")
        journey.press(.escape)
        await journey.see("Stopped; 1 pass was not renewed.")
        passes.isHeld = false
        renew(journey)
        await journey.see("Juniper Rail: gate 12 → 14")
    }

    @Test("who does not agree asks nobody", arguments: ["n", "c"])
    func declined(key: String) async throws {
        let journey = try await journey()
        renew(journey)
        await journey.see("Ask passes.juniper.example?")
        journey.type(key)
        await journey.seeNo("Ask passes.juniper.example?")
        if key == "n" { await journey.see("No pass was renewed.") }
        #expect(passes.asked.isEmpty && passes.load().issuers.isEmpty)
        #expect(passes.load().declined.count == (key == "n" ? 1 : 0))
        renew(journey)
        if key == "n" {
            await journey.see("you declined to ask passes.juniper.example")
        } else {
            await journey.see("Ask passes.juniper.example?")
        }
    }

    @Test("what the issuer says is told; without a pass there is nothing to renew")
    func failing() async throws {
        let journey = try await journey()
        passes.answer(.failure(PassError(.answer, "passes.juniper.example has withdrawn the pass (410).")))
        renew(journey)
        await journey.see("Ask passes.juniper.example?")
        journey.type("y")
        await journey.see("has withdrawn the pass (410)")
        let empty = try await Journey(passes: PassServices(fetching: passes, consents: passes))
        renew(empty)
        await empty.see("No card has a pass that its issuer renews.")
    }
}
