import CardStorage
import Cards
import Synchronization

/// When notes were saved, and how long they took to each other desk. The notes of each desk are its running numbers.
final class DeskWatch: Sendable {
    private static let timeout = Duration.seconds(120)

    private struct Content {
        /// By desk: when each note was saved.
        var saved: [[ContinuousClock.Instant]]
        /// By reading desk and by writing desk: the last note that the one has of the other.
        var seen: [[Int]]
        /// By desk: notes up to this one are not counted.
        var skipped: [Int]
        var times: [Duration] = []
    }

    private let content: Mutex<Content>

    init(desks: Int) {
        let none = [Int](repeating: 0, count: desks)
        content = Mutex(
            Content(
                saved: Array(repeating: [], count: desks), seen: Array(repeating: none, count: desks), skipped: none))
    }

    static func card(of desk: Int) -> String { "desk-\(desk)" }

    /// The next note of a desk; its time begins now.
    func nextNote(of desk: Int) -> String {
        content.withLock { content in
            content.saved[desk].append(.now)
            return String(content.saved[desk].count)
        }
    }

    /// Notes from now on are counted.
    func begin() {
        content.withLock { content in
            content.times = []
            content.skipped = content.saved.map(\.count)
        }
    }

    /// How many notes were saved since then, and how long each took to each other desk.
    func result() -> (saves: Int, times: Samples) {
        let (saves, times) = content.withLock { content in
            (zip(content.saved, content.skipped).reduce(0) { $0 + $1.0.count - $1.1 }, content.times)
        }
        return (saves, Samples(times))
    }

    /// Watches the stores of the desks until the tasks are cancelled.
    func follow(_ desks: [BenchDevice]) async throws -> [Task<Void, any Error>] {
        var owners: [CardID: Int] = [:]
        for desk in desks.indices { if let card = CardID(Self.card(of: desk)) { owners[card] = desk } }
        let all = owners
        var tasks: [Task<Void, any Error>] = []
        for (number, desk) in desks.enumerated() {
            let notices = await desk.store.notices()
            tasks.append(
                Task {
                    for await notice in notices {
                        var cards = Set(all.keys)
                        if case .changed(let some) = notice { cards = some }
                        for card in cards {
                            guard let owner = all[card], owner != number,
                                let note = try await desk.store.card(card)?.note
                            else { continue }
                            self.note(Int(note) ?? 0, of: owner, at: number)
                        }
                    }
                })
        }
        return tasks
    }

    /// A note that arrives brings those of its desk that were not seen before it: each is counted, with the time since its own save.
    private func note(_ number: Int, of owner: Int, at desk: Int) {
        let now = ContinuousClock.now
        content.withLock { content in
            let last = content.seen[desk][owner]
            guard number > last, number <= content.saved[owner].count else { return }
            content.seen[desk][owner] = number
            let first = max(last, content.skipped[owner])
            guard first < number else { return }
            for saved in content.saved[owner][first..<number] { content.times.append(saved.duration(to: now)) }
        }
    }

    /// Waits until all desks have the same batches, and every note was seen by every other desk.
    func settle(_ desks: [BenchDevice]) async throws {
        let end = ContinuousClock.now + Self.timeout
        while true {
            var vectors: Set<VersionVector> = []
            var unsent = 0
            for desk in desks {
                vectors.insert(try await desk.store.known())
                for record in try await desk.store.remotes() {
                    let tally = try await desk.store.tally(of: record.remote)
                    unsent += tally.batches + tally.changes
                }
            }
            let unseen = unseen()
            if vectors.count == 1, unsent == 0, unseen == 0 { return }
            guard ContinuousClock.now < end else {
                var words = "after \(Self.timeout) the desks know \(vectors.count) different states, "
                words += "\(unsent) changes and batches are unsent, \(unseen) notes were not seen"
                for desk in desks.prefix(3) { words += "; " + (await desk.state()) }
                throw BenchError(words)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private func unseen() -> Int {
        content.withLock { content in
            content.seen.indices.reduce(0) { sum, desk in
                sum
                    + content.saved.indices.reduce(0) { sum, owner in
                        owner == desk ? sum : sum + content.saved[owner].count - content.seen[desk][owner]
                    }
            }
        }
    }
}
