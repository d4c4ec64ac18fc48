internal import Dispatch
internal import Glibc

/// Writes all bytes to the terminal, in order: frames and other sequences.
///
/// A terminal that accepts no more bytes (a slow line, a stopped one) neither blocks the program nor makes it spin: the
/// rest waits until the terminal is writable again.
@MainActor
final class TerminalOutput {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    /// The range of `waiting` that contains droppable pictures, and whether their beginning was sent already.
    private var pictures: (range: Range<Int>, hasBegun: Bool)?
    private var source: (any DispatchSourceWrite)?
    /// Called when everything that waited has been written.
    var onDrained: () -> Void = {}

    /// - Parameter descriptor: watched here only, by no other event source.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether earlier bytes still wait: a new frame would wait behind them.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Whether only pictures, and what follows them, still wait.
    var arePicturesWaiting: Bool { pictures?.range.lowerBound == 0 }

    func write(_ bytes: [UInt8]) {
        guard waiting.isEmpty else {
            waiting += bytes
            return
        }
        let sent = send(bytes[...])
        if sent < bytes.count {
            waiting = Array(bytes[sent...])
            awaitWritability()
        }
    }

    /// Writes bytes that ``dropPictures()`` may drop while they wait.
    func writePictures(_ bytes: [UInt8]) {
        let before = waiting.count
        write(bytes)
        let range = before..<waiting.count
        if !range.isEmpty { pictures = (range, range.count < bytes.count) }
    }

    /// Drops the pictures that wait.
    /// - Returns: whether there were any.
    func dropPictures() -> Bool {
        guard let (range, hasBegun) = pictures else { return false }
        // Ends the sequence that was sent in part, and restores the cursor position saved before it.
        waiting.replaceSubrange(range, with: hasBegun ? Array("\u{1B}\\\u{1B}8".utf8) : [])
        pictures = nil
        if waiting.isEmpty { stopWaiting() }
        return true
    }

    /// Waits until everything is written, at most this long for each write. The terminal is about to be left.
    func flush(milliseconds: Int32) {
        stopWaiting()
        while !waiting.isEmpty {
            sendFirst()
            if waiting.isEmpty { break }
            if !isWritable(within: milliseconds) { (waiting, pictures) = ([], nil) }
        }
    }

    private func isWritable(within milliseconds: Int32) -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(Int(milliseconds)))
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let count = poll(&writable, 1, Int32(max(0, left.rounded(.up))))
            // A signal ends the wait early: the thread that waits is the one that receives them.
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    /// The number of bytes written. On an error all of them count as written: reading detects that the terminal is gone.
    private func send(_ bytes: ArraySlice<UInt8>) -> Int {
        var sent = 0
        while sent < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress, buffer.count - sent)
            }
            if result > 0 {
                sent += result
            } else if result < 0, errno == EAGAIN {
                return sent
            } else if result == 0 || errno != EINTR {
                return bytes.count
            }
        }
        return sent
    }

    private func sendFirst() {
        let sent = send(waiting[...])
        waiting.removeFirst(sent)
        guard let (range, hasBegun) = pictures else { return }
        let left = max(0, range.lowerBound - sent)..<max(0, range.upperBound - sent)
        pictures = left.isEmpty ? nil : (left, hasBegun || left.count < range.count)
    }

    private func awaitWritability() {
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.sendWaiting() } }
        source.resume()
        self.source = source
    }

    private func sendWaiting() {
        sendFirst()
        if waiting.isEmpty {
            stopWaiting()
            onDrained()
        }
    }

    private func stopWaiting() {
        source?.cancel()
        source = nil
    }
}
