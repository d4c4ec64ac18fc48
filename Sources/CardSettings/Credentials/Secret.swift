internal import Glibc
internal import Synchronization

/// What proves to the backend who we are, as the user keeps it: `user:password` or a token. It never prints itself: not in a
/// message, a log, a dump or a debugger's list; and its memory is wiped with the last copy of it. How it is sent is the network's to say.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    enum Failure: Error {
        case empty
        /// No text, or with a control character, which would end the header that carries it.
        case notText
    }

    /// The bytes, wiped at their end.
    private final class Storage: Sendable {
        let bytes: Mutex<[UInt8]>
        init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
        deinit { bytes.withLock { $0.wipe() } }
    }

    private let storage: Storage

    /// For the one place that sends it: a copy.
    public var text: String {
        // Inlined into an async function, the lock might be given back by another thread.
        @inline(never) get { storage.bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }

    /// Blanks around it go. No text is made of the bytes: that could not be wiped.
    init(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        // Where what is no blank begins and ends.
        var (start, end): (Int?, Int) = (nil, 0)
        var parser = Unicode.UTF8.ForwardParser()
        var input = bytes.makeIterator()
        var count = 0
        while true {
            switch parser.parseScalar(from: &input) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if !scalar.properties.isWhitespace {
                    if scalar.properties.generalCategory == .control { throw .notText }
                    start = start ?? count
                    // A control character that is a blank may stand around it, and not within.
                    end = count + encoded.count
                }
                count += encoded.count
                continue
            case .error: throw .notText
            case .emptyInput: break
            }
            break
        }
        guard let start else { throw .empty }
        let content = bytes[(bytes.startIndex + start)..<(bytes.startIndex + end)]
        // Tabs and line ends, which are blanks: C0 and DEL are single bytes, U+0085 is the one blank of C1.
        let isBroken =
            content.contains { $0 < 0x20 || $0 == 0x7F }
            || zip(content, content.dropFirst()).contains { $0 == 0xC2 && $1 == 0x85 }
        if isBroken { throw .notText }
        storage = Storage(Array(content))
    }

    public var description: String { "secret" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension [UInt8] {
    /// Overwrites all of it in its place, in a way that the compiler does not leave out. It must have no copies: those would be made now.
    mutating func wipe() {
        withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
        }
    }
}
