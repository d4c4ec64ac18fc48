internal import Dispatch
internal import Synchronization

/// Reads a source one batch ahead, on a thread of its own: while a store writes one batch, the next is parsed. Only one thread at a
/// time may ask.
final class ReadAhead: Sendable {
    private struct State {
        var source: any CardSource
        var batch: Result<[ImportedCard]?, any Error>

        mutating func read() { batch = Result { try source.next() } }
    }

    private let queue = DispatchQueue(label: "cards-tui.import")
    private let state: Mutex<State>

    init(_ source: any CardSource) {
        state = Mutex(State(source: source, batch: .success([])))
    }

    /// The next batch, nil at the end. Throws what reading throws; then there is no next.
    func next() throws -> [ImportedCard]? {
        // Behind the reading that is under way.
        let batch = try queue.sync { try state.withLock { try $0.batch.get() } }
        if batch != nil { queue.async { [self] in state.withLock { $0.read() } } }
        return batch
    }
}
