internal import Glibc
internal import Synchronization

/// The credentials for the backend as the user stores them: `user:password` or a token. They are never printed in a
/// message, log, dump or debugger, and the memory is wiped with the last copy. The network module decides how they are
/// sent.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    enum Failure: Error {
        case empty
        /// Not UTF-8, or with a control character, which would end the header.
        case notText
    }

    /// The bytes, wiped on deinit.
    private final class Storage: Sendable {
        let bytes: Mutex<[UInt8]>
        init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
        deinit { bytes.withLock { $0.wipe() } }
    }

    private let storage: Storage

    /// A copy, for the code that sends it.
    public var text: String {
        // Inlined into an async function, the lock might be released on another thread.
        @inline(never) get { storage.bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }

    /// Trims whitespace. No string is made of the bytes: it could not be wiped.
    init(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        // The range of the trimmed content.
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
                    // Control characters that are whitespace may surround the content, but not be part of it.
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
        // Tabs and line ends: C0 and DEL are single bytes, U+0085 is the only whitespace of C1.
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
    /// Overwrites the bytes in place, in a way that the compiler does not optimize away. The array must be unshared, or
    /// it would be copied now.
    mutating func wipe() {
        withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
        }
    }
}
