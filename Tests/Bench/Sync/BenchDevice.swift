import CardSharing
import CardStorage
import Cards
import TestSupport

/// A device of a vault in this process: a store in a file, and what exchanges by itself.
struct BenchDevice {
    let name: String
    let store: SQLiteCardStore
    let service: VaultService
    private let folder: TemporaryFolder
    private let remote: RemoteID

    /// Joins the vault at the address, or makes it.
    init(_ name: String, _ address: String, _ transport: @escaping @Sendable () throws -> any ChangeTransport)
        async throws
    {
        self.name = name
        folder = try TemporaryFolder()
        store = try SQLiteCardStore(at: folder.path + "/cards.sqlite")
        let place = try RemoteAddress(address, in: "/", home: nil)
        service = VaultService(store) { _ in try transport() }
        remote = place.remote
        _ = try await service.setUp(try await service.plan(place), deviceName: name) { _ in }
    }

    /// One exchange over an open transport, as the program does it while it runs.
    @discardableResult
    func exchange(_ transport: any ChangeTransport) async throws -> ExchangeReport {
        try await VaultExchange(store, over: transport, to: remote).run(isChecked: true)
    }

    /// Sets the note of a card of this name, which is made where it is missing.
    func write(_ note: String, to name: String) async throws {
        guard let identifier = CardID(name) else { throw BenchError("\(name) is no identifier") }
        let old = try await store.card(identifier)
        var card = old ?? Card(identifier: identifier, name: name)
        card.note = note
        try await store.apply([.set(CardPatch(from: old, to: card))])
    }

    func note(of name: String) async throws -> String? {
        guard let identifier = CardID(name) else { return nil }
        return try await store.card(identifier)?.note
    }

    /// What a person would read of its remote; for errors of the bench.
    func state() async -> String {
        var words = "\(name):"
        for await statuses in await service.statuses() {
            for status in statuses {
                let waiting = status.tally.changes + status.tally.batches
                words += " \(status.activity), \(waiting) to send" + (status.failure.map { ", \($0)" } ?? "")
            }
            break
        }
        return words
    }

    /// Ends what exchanges by itself.
    func end() async throws { try await service.remove(remote) }
}
