internal import Dispatch
internal import Glibc

/// Everything that is written to the terminal, in order: frames and what is told beside them.
///
/// A terminal that takes no more (a slow line, a stopped one) never blocks the program and never makes it spin: the rest waits
/// until the terminal can be written to again.
@MainActor
final class TerminalOutput {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    /// Where in it pictures stand that may be left out, and whether the terminal has the beginning of them.
    private var pictures: (place: Range<Int>, hasBegun: Bool)?
    private var source: (any DispatchSourceWrite)?
    /// Called when everything that waited has been taken.
    var onDrained: () -> Void = {}

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Whether earlier bytes still wait: a new frame would only wait behind them.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Whether nothing but pictures, and what came behind them, still waits.
    var arePicturesWaiting: Bool { pictures?.place.lowerBound == 0 }

    func write(_ bytes: [UInt8]) {
        guard waiting.isEmpty else {
            waiting += bytes
            return
        }
        let sent = send(bytes[...])
        if sent < bytes.count {
            waiting = Array(bytes[sent...])
            awaitRoom()
        }
    }

    /// Writes what may be left out by ``cutPictures()`` as long as it waits.
    func writePictures(_ bytes: [UInt8]) {
        let before = waiting.count
        write(bytes)
        let place = before..<waiting.count
        if !place.isEmpty { pictures = (place, place.count < bytes.count) }
    }

    /// Leaves out what waits of pictures.
    /// - Returns: whether there was something.
    func cutPictures() -> Bool {
        guard let (place, hasBegun) = pictures else { return false }
        // The sequence that was under way ends, and the cursor is where it was before it.
        waiting.replaceSubrange(place, with: hasBegun ? Array("\u{1B}\\\u{1B}8".utf8) : [])
        pictures = nil
        if waiting.isEmpty { stopWaiting() }
        return true
    }

    /// Waits until all is written, at most so long. The terminal is about to be left.
    func flush(milliseconds: Int32) {
        stopWaiting()
        while !waiting.isEmpty {
            sendFirst()
            if waiting.isEmpty { break }
            var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&writable, 1, milliseconds) <= 0 { (waiting, pictures) = ([], nil) }
        }
    }

    /// How many bytes were taken. On an error all of them count as taken: reading tells that the terminal is gone.
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
        guard let (place, hasBegun) = pictures else { return }
        let left = max(0, place.lowerBound - sent)..<max(0, place.upperBound - sent)
        pictures = left.isEmpty ? nil : (left, hasBegun || left.count < place.count)
    }

    private func awaitRoom() {
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
