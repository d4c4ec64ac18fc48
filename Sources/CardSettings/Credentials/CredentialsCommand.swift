internal import ChildProcesses

/// Runs the user's command that prints credentials, with an end in sight: nothing to read from, no terminal to ask on, and
/// a time after which it is ended with all that it started.
struct CredentialsCommand {
    let command: String
    let log: Log
    let time: Duration

    /// What it printed, up to the end of the command. Blocks.
    func firstBytes() throws(CredentialsError) -> [UInt8] {
        let log = Descriptor(owning: log.descriptorForAppending() ?? -1)
        let errors: ChildCommand.File = log.number < 0 ? .nothing : .descriptor(log.number)
        let output: Descriptor
        let child: ChildProcess
        do throws(StartError) {
            let pipe = try Pipe()
            let files: [ChildCommand.File] = [.nothing, .descriptor(pipe.writer.number), errors]
            child = try ChildProcess(starting: ChildCommand(shell: command, files: files))
            output = pipe.reader
        } catch {
            throw .commandNotStarted(reason: error.reason)
        }
        return try collect(from: output, until: child)
    }

    private func collect(
        from output: borrowing Descriptor, until child: consuming ChildProcess
    ) throws(CredentialsError) -> [UInt8] {
        let deadline = ContinuousClock.now.advanced(by: time)
        let end = child.endDescriptor()
        var bytes: [UInt8] = []
        var isOpen = true
        // Something that it left running may keep its output open, so the end of the output is not enough.
        while !child.hasEnded {
            let now = ContinuousClock.now
            // The child is let go of with that, and ended: the whole group, as a shell's own children would live on.
            guard now < deadline else { throw .commandTooSlow(seconds: Int(time.components.seconds)) }
            // Where nothing tells of the end, it is looked for.
            let next = end.number < 0 ? min(deadline, now.advanced(by: .milliseconds(20))) : deadline
            if Readiness.first(of: [isOpen ? output.number : -1, end.number], until: next) == 0 {
                isOpen = Self.take(from: output, into: &bytes)
            }
        }
        // What an ended command printed is all there. What it left running may print on, but not beyond the limit.
        while isOpen, bytes.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [output.number], until: .now) == 0
        {
            isOpen = Self.take(from: output, into: &bytes)
        }
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else { throw .commandFailed(reason: outcome.words) }
        return bytes
    }

    /// False at the end of the output. What is beyond the limit is read and dropped, so that the command is not held up.
    private static func take(from output: borrowing Descriptor, into bytes: inout [UInt8]) -> Bool {
        guard let more = output.read(upTo: Pipe.capacity) else { return false }
        bytes += more.prefix(CredentialsReader.maximumBytes - bytes.count)
        return true
    }
}
