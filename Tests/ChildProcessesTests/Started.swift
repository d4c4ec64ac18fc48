import ChildProcesses
import Glibc

/// A child with its standard output in a pipe, and what tests learn of it.
struct Started: ~Copyable {
    let child: ChildProcess
    let output: Descriptor

    /// - Parameter more: what it has open behind its outputs.
    init(shell line: String, arguments: [String] = [], more: [ChildCommand.File] = []) throws {
        try self.init { output in
            ChildCommand(shell: line, arguments: arguments, files: [.nothing, output, .nothing] + more)
        }
    }

    init(_ command: (_ output: ChildCommand.File) -> ChildCommand) throws {
        let pipe = try Pipe()
        child = try ChildProcess(starting: command(.descriptor(pipe.writer.number)))
        output = pipe.reader
    }

    /// All that it wrote, without the last line's end. Waits until nobody can write any more.
    func text() -> String {
        var bytes: [UInt8] = []
        while let more = output.read(upTo: 100) { bytes += more }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Lets go of the child.
    consuming func justOutput() -> Descriptor { output }
}

/// Our own child is no longer there, not even to be asked how it ended.
func isGone(_ child: Int32) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG) == -1 && errno == ECHILD
}
