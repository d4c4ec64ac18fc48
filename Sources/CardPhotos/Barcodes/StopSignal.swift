internal import ChildProcesses
internal import Synchronization

/// Interrupts waiting for descriptors, from any thread: ``descriptor`` becomes ready with ``raise()``.
final class StopSignal: Sendable {
    private let reader: Descriptor
    /// Closing it is the signal.
    private let writer: Mutex<Descriptor?>

    /// Throws when no descriptors are left.
    init() throws(StartError) {
        let pipe = try Pipe()
        reader = pipe.reader
        writer = Mutex(pipe.writer)
    }

    var descriptor: Int32 { reader.number }

    func raise() { writer.withLock { $0 = nil } }
}
