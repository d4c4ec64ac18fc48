internal import ChildProcesses

/// Runs the user's command that prints credentials. It has no input and no terminal, and is ended after a timeout with
/// all processes that it started.
struct CredentialsCommand {
    let command: String
    /// Names it in messages, without `_command`.
    let setting: String
    let log: Log
    let timeout: Duration

    /// The output up to the end of the command. Blocks.
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
            throw .commandNotStarted(reason: error.reason, setting: setting)
        }
        return try collect(from: output, errors, until: child)
    }

    private func collect(
        from output: borrowing Descriptor, _ errors: borrowing Descriptor, until child: consuming ChildProcess
    ) throws(CredentialsError) -> [UInt8] {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        let end = child.endDescriptor()
        var bytes: [UInt8] = []
        var errorOutput: [UInt8] = []
        defer { logErrors(errorOutput) }
        var isOpen = true
        var areErrorsOpen = true
        // Processes that it left running may keep the output open, so waiting for the end of the output is not enough.
        while !child.hasEnded {
            let now = ContinuousClock.now
            // Throwing releases the child and ends its whole process group: a shell's own children would otherwise live on.
            guard now < deadline else { throw .commandTooSlow(limit: timeout, setting: setting) }
            // Without a descriptor that signals the end, it is polled.
            let next = end.number < 0 ? min(deadline, now.advanced(by: .milliseconds(20))) : deadline
            let waiting = [isOpen ? output.number : -1, areErrorsOpen ? errors.number : -1, end.number]
            switch Readiness.first(of: waiting, until: next) {
            case 0: isOpen = Self.receive(from: output, into: &bytes)
            case 1: areErrorsOpen = Self.receive(from: errors, into: &errorOutput)
            default: continue
            }
        }
        // The output of an ended command is complete. Processes that it left running may continue to print, but only up
        // to the limit.
        while isOpen, bytes.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [output.number], until: .now) == 0
        {
            isOpen = Self.receive(from: output, into: &bytes)
        }
        while areErrorsOpen, errorOutput.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [errors.number], until: .now) == 0
        {
            areErrorsOpen = Self.receive(from: errors, into: &errorOutput)
        }
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else {
            bytes.wipe()
            throw .commandFailed(reason: outcome.description, setting: setting)
        }
        return bytes
    }

    /// Writes each line to the log, which sanitizes it: it may contain anything.
    private func logErrors(_ errorOutput: [UInt8]) {
        for line in errorOutput.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            log.write("\(setting)_command: " + String(decoding: line, as: UTF8.self))
        }
    }

    /// Reads into `bytes`; false at the end of the output. Bytes beyond the limit are dropped, so that the command does
    /// not block.
    private static func receive(from output: borrowing Descriptor, into bytes: inout [UInt8]) -> Bool {
        guard var more = output.read(upTo: Pipe.capacity) else { return false }
        bytes += more.prefix(CredentialsReader.maximumBytes - bytes.count)
        more.wipe()
        return true
    }
}
