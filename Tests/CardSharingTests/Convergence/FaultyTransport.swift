import Cards
import Synchronization
import TestSupport

/// Another transport over a bad line: calls fail before they arrive or lose their answer, writes stop half-way, listings are old, come in any
/// order and repeat themselves. What goes wrong comes from a seed.
struct FaultyTransport<Base: ChangeTransport>: PassingTransport {
    let base: Base
    private let dice: Dice

    /// Shared by copies.
    private final class Dice: Sendable {
        private let generator: Mutex<SeededGenerator>
        init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

        // Inlined into an async function, the lock might be released on another thread.
        @inline(never) func roll<Result: Sendable>(_ body: (inout SeededGenerator) -> Result) -> Result {
            generator.withLock { body(&$0) }
        }
    }

    init(_ base: Base, seed: UInt64) { (self.base, dice) = (base, Dice(seed: seed)) }

    /// Fails once in `sides` times.
    private func risk(oneIn sides: Int, _ what: String) throws(TransportError) {
        guard dice.roll({ Int.random(in: 0..<sides, using: &$0) }) == 0 else { return }
        throw TransportError(.unreachable, name, what)
    }

    func header() async throws(TransportError) -> VaultHeader? {
        try risk(oneIn: 20, "no answer")
        return try await base.header()
    }

    func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        try risk(oneIn: 15, "no answer")
        var listing = try await base.batches(after: known, limit: limit)
        listing.batches = dice.roll { generator in
            var batches = listing.batches.filter { _ in Int.random(in: 0..<10, using: &generator) > 0 }
            batches += batches.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }
            return batches.shuffled(using: &generator)
        }
        return listing
    }

    func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? {
        try risk(oneIn: 60, "the connection was closed")
        return try await base.bytes(of: batch)
    }

    func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        try risk(oneIn: 15, "no answer")
        let arriving = dice.roll { generator in
            Int.random(in: 0..<8, using: &generator) == 0
                ? Int.random(in: 0..<batches.count, using: &generator) : batches.count
        }
        let results = try await base.write(Array(batches.prefix(arriving)))
        if arriving < batches.count { throw TransportError(.unreachable, name, "the connection was closed") }
        try risk(oneIn: 8, "the answer was lost")
        return results
    }
}
