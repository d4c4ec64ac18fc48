import Dispatch
import Glibc

/// Makes Ctrl-C cancel the task of a command that has to end cleanly. Pressed again it ends the process, as for any
/// other command.
enum Interruption {
    static func cancels(_ work: Task<Void, Never>) {
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            // The handler keeps the source alive until here.
            source.cancel()
            signal(SIGINT, SIG_DFL)
            work.cancel()
        }
        signal(SIGINT, SIG_IGN)
        source.resume()
    }
}
