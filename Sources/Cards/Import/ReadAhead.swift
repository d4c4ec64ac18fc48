internal import Dispatch
internal import Synchronization

/// Reads a source one batch ahead on a second thread, so that parsing overlaps with writing to the store. Only one thread at a time
/// may call ``next()``.
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

    /// The next batch; nil at the end. Throws the source's errors; there is no batch after an error.
    func next() throws -> [ImportedCard]? {
        // Waits for the current read.
        let batch = try queue.sync { try state.withLock { try $0.batch.get() } }
        if batch != nil { queue.async { [self] in state.withLock { $0.read() } } }
        return batch
    }
}
