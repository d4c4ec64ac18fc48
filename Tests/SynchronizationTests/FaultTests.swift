import CardNetwork
import CardStorage
import Cards
import TestSupport
import Testing

/// Each fault, with a pending local change and new cards on the backend: saved changes are kept, no card is duplicated, the message
/// names the host, the next attempt is planned, and after the fault everything is synced.
@Suite("Faults of backend and network", .timeLimit(.minutes(5)))
struct FaultTests {
    private let folder: TemporaryFolder
    private let backend: AnyBackend
    private let device: Device
    private let mine: CardID

    init() async throws {
        folder = try TemporaryFolder()
        backend = try AnyBackend.start(.myCards)
        backend.server.cards = ["x", "y"].map {
            .object(["identifier": .string($0), "name": .string("Theirs \($0)")])
        }
        device = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        mine = try #require(CardID("mine"))
        try await device.save(Card(identifier: mine, name: "Mine"))
    }

    private func expect(_ status: LoaderStatus, toTellOf fault: Fault) async throws {
        let message = try #require(status.failure?.message)
        #expect(message.contains("127.0.0.1:\(backend.server.port)"))
        #expect(message.contains(fault.message), "\(message)")
        #expect((status.nextTry != nil) == fault.isTemporary)
        #expect(status.tally.pending == 1)
        #expect(try await device.store.card(mine)?.name == "Mine")
        #expect(try device.integrity() == "ok")
    }

    /// Ends the fault and requests a sync.
    private func expectRecovery(of loader: NetworkLoader) async throws {
        backend.server.setFault(nil)
        await loader.synchronize()
        let status = await loader.status {
            !$0.isBusy && $0.failure == nil && $0.tally.pending == 0 && $0.hasDownloaded
        }
        #expect(status?.nextTry == nil)
        #expect(try backend.cards().values.map(\.name).sorted() == ["Mine", "Theirs x", "Theirs y"])
        #expect(try await device.cards().values.map(\.name).sorted() == ["Mine", "Theirs x", "Theirs y"])
        #expect(try device.integrity() == "ok")
        #expect(try device.absent() == 0)
    }

    @Test("during the download", arguments: Fault.ofAnyRequest + Fault.ofTheList)
    func downloading(_ fault: Fault) async throws {
        defer { backend.server.stop() }
        backend.server.setFault { [server = backend.server] request in
            request.method == "GET" ? fault.answer(server, request) : nil
        }
        let loader = device.loader()
        await loader.start()
        let status = try #require(await loader.end())
        try await expect(status, toTellOf: fault)
        // Nothing is uploaded without the backend's current list.
        #expect(!backend.server.lines.contains("POST /cards"))
        try await expectRecovery(of: loader)
        await loader.stop()
    }

    @Test("during an upload", arguments: Fault.ofAnyRequest)
    func uploading(_ fault: Fault) async throws {
        defer { backend.server.stop() }
        backend.server.setFault { [server = backend.server] request in
            // A captive portal that answers an upload answers the list, too.
            let isHit = request.method == "POST" || (fault.isOfTheLine && server.lines.contains("POST /cards"))
            return isHit ? fault.answer(server, request) : nil
        }
        let loader = device.loader()
        await loader.start()
        let status = try #require(await loader.end())
        try await expect(status, toTellOf: fault)
        #expect(try await device.cards().count == 3)
        try await expectRecovery(of: loader)
        await loader.stop()
    }

    @Test("a lost response creates no duplicate card")
    func lostAnswer() async throws {
        defer { backend.server.stop() }
        backend.server.setFault { [server = backend.server] request in
            guard request.method == "POST" else { return nil }
            _ = server.truth(request)
            return .close
        }
        let loader = device.loader()
        await loader.start()
        #expect(await loader.end()?.failure != nil)
        try await expectRecovery(of: loader)
        await loader.stop()
    }

    @Test("an empty list removes no cards, and one message counts the absent ones")
    func emptyList() async throws {
        defer { backend.server.stop() }
        try await device.synchronize()
        backend.server.setFault { $0.method == "GET" ? .json("[]") : nil }
        let status = try await device.synchronize()
        #expect(status.failure == nil)
        #expect(status.tally.absent == 3)
        #expect(try await device.cards().count == 3)
        backend.server.setFault(nil)
        #expect(try await device.synchronize().tally.absent == 0)
    }

    @Test("a full disk during a merge is reported; existing cards stay, and the merge continues when there is room")
    func fullDisk() async throws {
        defer { backend.server.stop() }
        let photo = String(repeating: "BwcH", count: 70_000)
        backend.server.cards = ["x", "y"].map {
            .object(["identifier": .string($0), "name": .string("Theirs \($0)"), "front": .string(photo)])
        }
        try await device.store.limitPages(to: 60)
        let loader = device.loader()
        await loader.start()
        let status = try #require(await loader.end())
        #expect(status.failure?.message.contains("full") == true, "\(status.failure?.message ?? "")")
        #expect(try await device.cards().keys.map(\.text) == ["mine"])
        #expect(try device.integrity() == "ok")
        try await device.store.limitPages(to: 1_000_000)
        try await expectRecovery(of: loader)
        await loader.stop()
    }

    @Test("two programs on one store sync one after the other")
    func twoPrograms() async throws {
        defer { backend.server.stop() }
        let other = try await Device("laptop", in: folder, backend: backend.server.url, kind: .myCards)
        let (first, second) = (device.loader(clock: QueueClock()), other.loader(clock: QueueClock()))
        await first.start()
        await second.start()
        for number in 0..<20 {
            try await (number.isMultiple(of: 2) ? device : other).save(
                Card(identifier: try #require(CardID("card-\(number)")), name: "Card \(number)"))
        }
        _ = await first.status {
            $0.tally.pending == 0 && !$0.isBusy && $0.hasDownloaded && $0.phase != .waitingForOther
        }
        _ = await second.status {
            $0.tally.pending == 0 && !$0.isBusy && $0.hasDownloaded && $0.phase != .waitingForOther
        }
        await first.stop()
        await second.stop()
        #expect(try backend.cards().count == 23)
        #expect(try await device.cards().count == 23)
        #expect(try device.integrity() == "ok")
    }
}
