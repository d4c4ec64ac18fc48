import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

@MainActor
@Suite("Sharing with other devices on the screen")
struct SharingScreenTests {
    private nonisolated static let database = RemoteID("postgresql://desk@127.0.0.1:15432/cards")
    private nonisolated static let folder = RemoteID("folder:/mnt/stick/cards")
    private nonisolated static let failure = "127.0.0.1:15432: nothing answers. It is tried again."

    private var failing: RemoteStatus {
        var status = RemoteStatus(
            Self.database, name: "127.0.0.1:15432",
            activity: .waiting(until: Timestamp(milliseconds: 1_795_176_020_000)), failure: Self.failure,
            lastExchange: Timestamp("2026-11-20T09:05:00Z"), tally: VaultTally(batches: 2, changes: 1),
            missingPhotos: 3)
        status.lastEnd = 1
        return status
    }

    private var good: RemoteStatus {
        var status = RemoteStatus(
            Self.folder, name: "/mnt/stick/cards", lastExchange: Timestamp("2026-11-20T11:58:00Z"))
        status.lastEnd = 1
        return status
    }

    private static func device(_ name: String, isThisOne: Bool = false) -> VaultDevice {
        VaultDevice(
            .random(), name: name, isThisOne: isThisOne, number: 4,
            lastBatch: Timestamp("2026-11-19T18:20:00Z"), isForgotten: false)
    }

    /// The screen of a store that two places share, with another device.
    private func journey(
        _ statuses: [RemoteStatus], size: Size = Size(columns: 80, rows: 24)
    ) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size, hasLoader: false, canShare: true)
        await journey.sharing.setDevices([Self.device("laptop", isThisOne: true), Self.device("desk")])
        await journey.sharing.publish(statuses)
        journey.press(Key("B"))
        await journey.wait("the devices") {
            if let model = journey.model.navigator.path.last as? SyncModel { model.devices.count == 2 } else { false }
        }
        return journey
    }

    private func see(message text: String, _ journey: Journey) async {
        await journey.wait("the message \(text)") { journey.model.message?.text.contains(text) == true }
    }

    @Test(
        "each place says where it is, what waits and comes, what went wrong and when it is tried again; then the devices",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func golden(size: Size) async throws {
        let journey = try await journey([failing, good], size: size)
        await see(message: "nothing answers", journey)
        journey.press(Key("g"))
        #expect(journey.text.contains("127.0.0.1:15432/cards"))
        #expect(journey.text.contains("tries again in 20 s"))
        await expectGolden(journey, "sharing")
        journey.press(Key("G"))
        await expectGolden(journey, "sharing-end")
    }

    @Test("cards that devices disagree about are counted, and lead to the conflicts")
    func conflicts() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false, canShare: true)
        let other = try await OtherDevice("desk", beside: journey.store)
        var (mine, theirs) = (Card.samples[1], Card.samples[1])
        (mine.note, theirs.note) = ("mine", "theirs")
        try await journey.store.apply([.set(CardPatch(values: mine, fields: [.note]))])
        try await other.apply(.set(CardPatch(values: theirs, fields: [.note])))
        await journey.sharing.publish([good])
        journey.press(Key("B"))
        await journey.see("1 card in conflict · c resolves")
        journey.press(Key("c"))
        await journey.see("decided")
    }

    @Test("whoever asks is told how it ended, also that it failed for the same reason again")
    func asking() async throws {
        let journey = try await journey([good])
        var status = good
        journey.press(Key("S"))
        await see(message: "Syncing with the other devices…", journey)
        status.activity = .running(.connecting)
        await journey.sharing.publish([status])
        await journey.see("connecting")
        #expect(journey.text.contains("Syncing with the other devices…"))
        (status.activity, status.lastEnd) = (.idle, 2)
        await journey.sharing.publish([status])
        await see(message: "Synced with /mnt/stick/cards", journey)
        for attempts in 3...4 {
            journey.press(Key("S"))
            await see(message: "Syncing with the other devices…", journey)
            (status.activity, status.failure, status.lastEnd) = (.stopped, "The disk is full.", attempts)
            await journey.sharing.publish([status])
            await see(message: "The disk is full.", journey)
            #expect(journey.model.message?.text.contains("Syncing") == false)
        }
        #expect(await journey.sharing.requests == 3)
    }

    @Test("a place is removed and a device forgotten, after a question")
    func removing() async throws {
        let journey = try await journey([good])
        journey.press(Key("g"), Key("f"))
        await journey.wait("the question") {
            journey.model.prompts.prompt?.text.contains("Stop sharing the cards through /mnt/stick/cards?") == true
        }
        journey.press(Key("n"))
        journey.press(Key("j"), Key("f"))
        await journey.wait("the question") { journey.model.prompts.prompt?.text.contains("Forget desk?") == true }
        journey.press(Key("y"))
        await see(message: "Forgot desk.", journey)
        await journey.wait("the device to go") {
            if let model = journey.model.navigator.path.last as? SyncModel { model.devices.count == 1 } else { false }
        }
        journey.press(Key("g"), Key("f"), Key("y"))
        await see(message: "no longer shared through /mnt/stick/cards", journey)
        await journey.wait("the place to go") { !journey.model.sharing.isShared }
        // Nothing is left to show.
        await journey.wait("the list") { journey.model.navigator.path.isEmpty }
    }

    @Test("devices and conflicts go with the last place, also where another program removes it")
    func removedElsewhere() async throws {
        let journey = try await journey([good])
        await journey.sharing.publish([])
        await journey.wait("the devices to go") {
            guard let model = journey.model.navigator.path.last as? SyncModel else { return false }
            return model.devices.isEmpty && model.stops.isEmpty && !model.canForget
        }
        #expect(!journey.text.contains("desk"))
        journey.press(Key("f"))
        #expect(journey.model.prompts.prompt == nil)
    }

    @Test("who asks while the last place is removed is not told of 0 places")
    func removedWhileAsked() async throws {
        let journey = try await journey([good])
        journey.press(Key("S"))
        await see(message: "Syncing with the other devices…", journey)
        await journey.sharing.publish([])
        await journey.wait("the end of the request") { journey.model.message?.text.contains("Syncing") != true }
        #expect(journey.model.message?.text.contains("0 addresses") != true)
    }

    private let desk = DeviceID.random()

    private func report(_ kind: DeviceNews.Kind, _ card: Card, _ journey: Journey) async {
        var merge = VaultMergeReport()
        merge.add(DeviceNews(desk, name: "desk", kind, card))
        await journey.sharing.report(merge)
    }

    @Test("news of the card in the open form are told by the form, but not where an invalid text is told there")
    func newsOfForm() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false, canShare: true)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        await report(.changed, Card.samples[1], journey)
        await report(.added, Card.samples[0], journey)
        await see(message: "desk: Alpine Airways new", journey)
        for _ in 0..<7 { journey.press(.tab) }
        journey.type("zzz")
        await journey.wait("the invalid text") {
            if let form = journey.model.navigator.path.last as? CardFormModel { !form.canSave } else { false }
        }
        await report(.changed, Card.samples[1], journey)
        await see(message: "desk: Amber Bakery changed", journey)
    }

    @Test("news name card and device, and are one line until the next key")
    func news() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false, canShare: true)
        await report(.deleted, Card.samples[1], journey)
        await journey.see("desk: Amber Bakery deleted")
        await report(.added, Card.samples[2], journey)
        await journey.see("desk: 1 new, 1 deleted")
        journey.press(Key("j"))
        await report(.changed, Card.samples[2], journey)
        await journey.see("desk: Cedar Library changed")
    }

    @Test("what a form says of its card goes before the news, and is not said twice")
    func form() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false, canShare: true)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        var values = Card.samples[1]
        values.note = "At noon."
        try await journey.store.apply([.set(CardPatch(values: values, fields: [.note]))])
        await journey.see("Changed elsewhere: note")
        await report(.changed, Card.samples[1], journey)
        await report(.deleted, Card.samples[2], journey)
        await journey.see("Changed elsewhere: note. desk: Cedar Library deleted")
    }

    @Test("the empty list of a store that is shared says so")
    func empty() async throws {
        let journey = try await Journey([], hasLoader: false, canShare: true)
        await journey.see("Only on this machine.")
        await journey.sharing.publish([good])
        await journey.see("Shared with other devices. B shows them.")
    }
}
