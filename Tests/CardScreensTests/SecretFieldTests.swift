import Cards
import Synchronization
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Secret fields on the screen")
struct SecretFieldTests {
    private static let dots = "••••••••"
    private static let library = Card.samples[2].identifier

    /// The page of Cedar Library, which has these secret fields.
    private func page(_ secrets: [(label: String, value: String)], size: Size = Size(columns: 80, rows: 24))
        async throws
        -> Journey
    {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos, size: size)
        for secret in secrets {
            _ = try await journey.store.set(
                CardSecret(label: secret.label, value: secret.value), of: Self.library)
        }
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("3 of ")
        if let first = secrets.first { await journey.see(first.label) }
        return journey
    }

    private func secrets(_ journey: Journey) async throws -> [String] {
        try await journey.store.secrets(of: Self.library).map { "\($0.label)=\($0.value)" }
    }

    private func values(_ journey: Journey) -> [CardSecret]? {
        if let page = journey.model.navigator.path.last as? CardModel { page.secrets.shown } else { nil }
    }

    @Test("dots on the page until p, and again after 20 seconds")
    func showing() async throws {
        let journey = try await page([("PIN", "needle-4711")])
        #expect(journey.text.contains("PIN  \(Self.dots)"))
        #expect(!journey.text.contains("needle"))
        journey.press(Key("p"))
        await journey.see("needle-4711")
        await journey.time.waitForSleeper { $0 == .seconds(20) }
        journey.time.advance(by: .seconds(19))
        #expect(journey.text.contains("needle-4711"))
        journey.time.advance(by: .seconds(1))
        await journey.see(Self.dots)
        #expect(!journey.text.contains("needle"))
    }

    @Test("what is hidden before it was read stays hidden; the next p shows it")
    func hiddenAtOnce() async throws {
        let journey = try await page([("PIN", "needle-4711")])
        journey.press(Key("p"), Key("p"))
        await journey.model.activities.finished()
        #expect(!journey.text.contains("needle") && values(journey) == nil)
        journey.press(Key("p"))
        await journey.see("needle-4711")
    }

    @Test("the same value again is no step, so that u takes nothing else back")
    func sameValue() async throws {
        let journey = try await page([("PIN", "needle-4711")])
        journey.press(Key("P"))
        await journey.see("label")
        journey.type("PIN")
        journey.press(.tab)
        // The end of a copied line is no part of it.
        journey.paste("needle-4711\n")
        journey.press(.enter)
        await journey.see("No changes")
        #expect(try await secrets(journey) == ["PIN=needle-4711"])
    }

    @Test(
        "hidden by p, on leaving, when the terminal loses the focus, and on another card, by the help and the commands",
        arguments: 0..<6)
    func hiding(_ way: Int) async throws {
        let journey = try await page([("PIN", "needle-4711")])
        journey.press(Key("p"))
        await journey.see("needle-4711")
        guard let model = journey.model.navigator.path.last as? CardModel else { throw NoPage() }
        switch way {
        case 0: journey.press(Key("p"))
        case 1: journey.press(.escape)
        case 2: journey.screen.terminalDidLoseFocus()
        case 3: journey.press(Key("?"))
        case 4: journey.press(Key(":"))
        default: journey.press(Key("["))
        }
        #expect(model.secrets.shown == nil)
        await journey.wait("dots") { !journey.text.contains("needle") }
    }

    private struct NoPage: Error {}

    @Test("P adds one, which is typed as dots; u takes it back")
    func adding() async throws {
        let journey = try await page([])
        journey.press(Key("P"))
        await journey.see("Secret field: Cedar Library")
        journey.type("PIN")
        journey.press(.enter)
        journey.type("needle")
        #expect(journey.text.contains("••••••") && !journey.text.contains("needle"))
        guard let model = journey.model.navigator.path.last as? SecretFieldModel else { throw NoPage() }
        journey.press(.enter)
        await journey.see("Saved PIN · u undoes")
        await journey.see("PIN  \(Self.dots)")
        #expect(model.value == "")
        #expect(try await secrets(journey) == ["PIN=needle"])
        journey.press(Key("u"))
        await journey.see("Undid: changed a secret field of Cedar Library")
        await journey.wait("no field") { !journey.text.contains(Self.dots) }
        #expect(try await secrets(journey) == [])
    }

    @Test("where cards are shared that are not encrypted, it says that it stays here")
    func staying() async throws {
        let journey = try await page([])
        _ = try await journey.store.joinVault(.random(), deviceName: "desk")
        journey.press(Key("P"))
        await journey.see("Secret field: Cedar Library")
        journey.type("PIN")
        journey.press(.enter)
        journey.type("needle")
        journey.press(.enter)
        await journey.see("Saved PIN; it stays on this machine, since the shared cards are not encrypted")
    }

    @Test("the selected one is changed, and removed by Ctrl-D")
    func changing() async throws {
        let journey = try await page([("PIN", "4711")])
        journey.press(.tab)
        await journey.see("y copies PIN without showing it")
        journey.press(Key("P"))
        await journey.see("Replaces the PIN that the card has.")
        journey.type("0815")
        journey.press(.control("s"))
        await journey.see("Saved PIN")
        #expect(try await secrets(journey) == ["PIN=0815"])
        journey.press(Key("P"), .control("d"))
        await journey.see("Removed PIN · u undoes")
        #expect(try await secrets(journey) == [])
        await journey.wait("no field") { !journey.text.contains(Self.dots) }
        journey.press(Key("u"))
        await journey.wait("the field") { journey.text.contains(Self.dots) }
        #expect(try await secrets(journey) == ["PIN=0815"])
    }

    @Test("without a label, without a secret and with too long a one the form says so")
    func wrong() async throws {
        let journey = try await page([])
        journey.press(Key("P"), .tab)
        journey.type("1")
        journey.press(.enter)
        await journey.see("A secret field needs a label, such as PIN.")
        journey.press(.tab)
        journey.type("PIN")
        journey.press(.tab)
        journey.paste(String(repeating: "7", count: 64 << 10))
        journey.press(.enter)
        await journey.see("A secret can be 4 kB at most, but is 65 kB.")
        #expect(try await secrets(journey) == [])
    }

    @Test("a secret that was shown and is changed elsewhere is not shown anew")
    func changedElsewhere() async throws {
        let journey = try await page([("PIN", "needle-4711")])
        journey.press(Key("p"))
        await journey.see("needle-4711")
        _ = try await journey.store.set(CardSecret(label: "PIN", value: "needle-0815"), of: Self.library)
        await journey.wait("dots") { !journey.text.contains("needle") && journey.text.contains(Self.dots) }
        #expect(values(journey) == nil)
    }

    @Test("y copies the selected one without showing it")
    func copying() async throws {
        let journey = try await page([("PIN", "needle-4711")])
        journey.press(.tab, Key("y"))
        await journey.see("Sent to the terminal's clipboard, where it stays: PIN")
        #expect(journey.terminal.copied == ["needle-4711"])
        #expect(!journey.text.contains("needle"))
    }

    @Test("forgetting asks, and nothing brings it back")
    func forgetting() async throws {
        let journey = try await page([("PIN", "4711")])
        journey.press(.tab)
        journey.type(":delete the selected secret")
        journey.press(.enter)
        await journey.see("Delete the secret field PIN of Cedar Library forever")
        journey.press(Key("y"))
        await journey.see("Deleted the secret field PIN of Cedar Library forever")
        await journey.wait("no field") { !journey.text.contains(Self.dots) }
        #expect(try await secrets(journey) == [])
        // The cursor is at no field any more: the form is that of a new one.
        journey.press(Key("P"))
        await journey.see("Secret field: Cedar Library")
        #expect((journey.model.navigator.path.last as? SecretFieldModel)?.label == "")
        journey.press(.escape)
        #expect(try await journey.store.undo()?.description != "changed a secret field of Cedar Library")
    }

    @Test("a deleted card comes back with its secret fields")
    func deleted() async throws {
        let journey = try await page([("PIN", "4711")])
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Cedar Library")
        journey.press(Key("u"))
        await journey.see("Undid")
        #expect(try await secrets(journey) == ["PIN=4711"])
    }
}

@MainActor
@Suite("The clipboard after a secret")
struct ClipboardClearingTests {
    /// Notes what it gets, as the user's command would.
    private final class Clipboard: ClipboardWriting {
        let texts = Mutex<[String]>([])
        func copy(_ text: String) async -> ClipboardOutcome {
            texts.withLock { $0.append(text) }
            return .copied
        }
    }

    @Test("the user's command clears it after 45 seconds", arguments: [true, false])
    func clearing(isReplaced: Bool) async throws {
        let clipboard = Clipboard()
        let journey = try await Journey(Card.samples, clipboard: clipboard)
        _ = try await journey.store.set(CardSecret(label: "PIN", value: "4711"), of: Card.samples[2].identifier)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("PIN")
        journey.press(.tab, Key("y"))
        await journey.see("Copied PIN; the clipboard is cleared in 45 s")
        await journey.time.waitForSleeper { $0 == .seconds(45) }
        if isReplaced {
            journey.press(.escape, Key("y"))
            await journey.see("Copied \(Card.samples[2].number)")
        }
        journey.time.advance(by: .seconds(45))
        await journey.wait("what the command got") {
            clipboard.texts.withLock { $0 } == (isReplaced ? ["4711", Card.samples[2].number] : ["4711", ""])
        }
    }
}
