import CardStorage
import Cards
import Synchronization

/// When notes were saved, and how long they took to each other desk. A note is a running number.
final class DeskWatch: Sendable {
    private struct Content {
        var saved: [ContinuousClock.Instant] = []
        /// The last note of each desk that each other one has.
        var seen: [Int: [CardID: Int]] = [:]
        var times = Samples()
        var first = 0
    }

    private let content = Mutex(Content())

    /// A note that is not there yet; its time begins now.
    func nextNote() -> String {
        content.withLock { content in
            content.saved.append(.now)
            return String(content.saved.count)
        }
    }

    /// Notes from now on are counted.
    func begin() {
        content.withLock { content in
            content.times = Samples()
            content.first = content.saved.count
        }
    }

    func times() -> Samples { content.withLock { $0.times } }

    /// Watches the stores of the desks until the tasks are cancelled.
    func follow(_ desks: [BenchDevice]) async throws -> [Task<Void, any Error>] {
        let all = Set(desks.indices.compactMap { CardID("desk-\($0)") })
        var tasks: [Task<Void, any Error>] = []
        for (number, desk) in desks.enumerated() {
            let notices = await desk.store.notices()
            tasks.append(
                Task {
                    for await notice in notices {
                        var cards = all
                        if case .changed(let some) = notice { cards = some }
                        for card in cards where card.text != "desk-\(number)" {
                            guard let note = try await desk.store.card(card)?.note else { continue }
                            self.note(Int(note) ?? 0, of: card, at: number)
                        }
                    }
                })
        }
        return tasks
    }

    /// A note that arrives stands for those of its desk that it has overtaken.
    private func note(_ number: Int, of card: CardID, at desk: Int) {
        let now = ContinuousClock.now
        content.withLock { content in
            let last = content.seen[desk]?[card] ?? 0
            guard number > last, number > content.first else { return }
            content.seen[desk, default: [:]][card] = number
            content.times.add(content.saved[number - 1].duration(to: now))
        }
    }

    /// Waits until all desks have the same cards.
    func settle(_ desks: [BenchDevice]) async throws {
        let limit = ContinuousClock.now + .seconds(120)
        while true {
            var vectors: Set<VersionVector> = []
            var isLeft = false
            for desk in desks {
                vectors.insert(try await desk.store.known())
                for record in try await desk.store.remotes() {
                    let tally = try await desk.store.tally(of: record.remote)
                    isLeft = isLeft || !tally.isEmpty
                }
            }
            if vectors.count == 1, !isLeft { return }
            guard ContinuousClock.now < limit else { throw BenchError("the desks did not come to rest within 120 s") }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}
