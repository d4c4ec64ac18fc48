internal import ChildProcesses

/// Runs the user's command that prints credentials, with an end in sight: nothing to read from, no terminal to ask on, and
/// a time after which it is ended with all that it started.
struct CredentialsCommand {
    let command: String
    let log: Log
    let time: Duration

    /// What it printed, up to the end of the command. Blocks.
    func firstBytes() throws(CredentialsError) -> [UInt8] {
        let output: Descriptor
        let errors: Descriptor
        let child: ChildProcess
        do throws(StartError) {
            let pipe = try Pipe()
            let errorPipe = try Pipe()
            let files = [pipe.writer.number, errorPipe.writer.number].map { ChildCommand.File.descriptor($0) }
            child = try ChildProcess(starting: ChildCommand(shell: command, files: [.nothing] + files))
            output = pipe.reader
            errors = errorPipe.reader
        } catch {
            throw .commandNotStarted(reason: error.reason)
        }
        return try collect(from: output, errors, until: child)
    }

    private func collect(
        from output: borrowing Descriptor, _ errors: borrowing Descriptor, until child: consuming ChildProcess
    ) throws(CredentialsError) -> [UInt8] {
        let deadline = ContinuousClock.now.advanced(by: time)
        let end = child.endDescriptor()
        var bytes: [UInt8] = []
        var words: [UInt8] = []
        defer { note(words) }
        var isOpen = true
        var areErrorsOpen = true
        // Something that it left running may keep its output open, so the end of the output is not enough.
        while !child.hasEnded {
            let now = ContinuousClock.now
            // The child is let go of with that, and ended: the whole group, as a shell's own children would live on.
            guard now < deadline else { throw .commandTooSlow(limit: time) }
            // Where nothing tells of the end, it is looked for.
            let next = end.number < 0 ? min(deadline, now.advanced(by: .milliseconds(20))) : deadline
            let waiting = [isOpen ? output.number : -1, areErrorsOpen ? errors.number : -1, end.number]
            switch Readiness.first(of: waiting, until: next) {
            case 0: isOpen = Self.take(from: output, into: &bytes)
            case 1: areErrorsOpen = Self.take(from: errors, into: &words)
            default: continue
            }
        }
        // What an ended command printed is all there. What it left running may print on, but not beyond the limit.
        while isOpen, bytes.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [output.number], until: .now) == 0
        {
            isOpen = Self.take(from: output, into: &bytes)
        }
        while areErrorsOpen, words.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [errors.number], until: .now) == 0
        {
            areErrorsOpen = Self.take(from: errors, into: &words)
        }
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else {
            bytes.wipe()
            throw .commandFailed(reason: outcome.words)
        }
        return bytes
    }

    /// Line by line, as the log writes text from outside: it may be anything.
    private func note(_ words: [UInt8]) {
        for line in words.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            log.write("credentials_command: " + String(decoding: line, as: UTF8.self))
        }
    }

    /// False at the end of the output. What is beyond the limit is read and dropped, so that the command is not held up.
    private static func take(from output: borrowing Descriptor, into bytes: inout [UInt8]) -> Bool {
        guard var more = output.read(upTo: Pipe.capacity) else { return false }
        bytes += more.prefix(CredentialsReader.maximumBytes - bytes.count)
        more.wipe()
        return true
    }
}
