import Dispatch
import Glibc

/// Ctrl-C for a command that has something to end first: it cancels the command's task. Pressed again it ends the process, as
/// for any other command.
enum Interruption {
    static func cancels(_ work: Task<Void, Never>) {
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            // Held by its own handler until here.
            source.cancel()
            signal(SIGINT, SIG_DFL)
            work.cancel()
        }
        signal(SIGINT, SIG_IGN)
        source.resume()
    }
}
