import Dispatch
import Glibc

/// Ctrl-C for a command that has to clean up: it cancels the command's task. A second Ctrl-C ends the process, as for any other
/// command.
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
