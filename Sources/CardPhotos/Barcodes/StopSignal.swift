internal import ChildProcesses
internal import Synchronization

/// Ends what waits for descriptors, from any thread: ``descriptor`` is one more of them, ready from ``raise()`` on.
final class StopSignal: Sendable {
    private let reader: Descriptor
    /// Closed, it is the signal.
    private let writer: Mutex<Descriptor?>

    /// Throws when there are no descriptors left.
    init() throws(StartError) {
        let pipe = try Pipe()
        reader = pipe.reader
        writer = Mutex(pipe.writer)
    }

    var descriptor: Int32 { reader.number }

    func raise() { writer.withLock { $0 = nil } }
}
