internal import Dispatch
internal import Synchronization

/// Reads a file of cards one batch ahead, on a thread of its own: while a store writes the one, the next is understood. Only one
/// thread at a time may ask.
final class ReadAhead: Sendable {
    typealias Batch = [CardFileReader.Element]

    private struct State {
        var reader: CardFileReader
        var batch: Result<Batch?, any Error>

        mutating func read() { batch = Result { try reader.next() } }
    }

    private let queue = DispatchQueue(label: "cards-tui.import")
    private let state: Mutex<State>

    init(_ reader: CardFileReader) {
        state = Mutex(State(reader: reader, batch: .success([])))
    }

    /// The next batch, nil at the end. Throws what reading throws; then there is no next.
    func next() throws -> Batch? {
        // Behind the reading that is under way.
        let batch = try queue.sync { try state.withLock { try $0.batch.get() } }
        if batch != nil { queue.async { [self] in state.withLock { $0.read() } } }
        return batch
    }
}
