internal import CSodium
internal import Glibc
internal import Synchronization

/// A key or a passphrase in memory, wiped with its last reference. It is shared, never copied, and never printed.
final class SecretBytes: Sendable, CustomReflectable {
    private let bytes: Mutex<[UInt8]>

    /// A copy of these bytes, which the caller wipes.
    init(copying source: some Collection<UInt8>) { bytes = Mutex(Array(source)) }

    /// Bytes that `fill` writes; nil, and wiped, where it returns false.
    init?(count: Int, by fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool) {
        var content = [UInt8](repeating: 0, count: count)
        let isFilled = content.withUnsafeMutableBufferPointer { fill($0) }
        if !isFilled { content.withUnsafeMutableBytes { Self.wipe($0) } }
        bytes = Mutex(content)
        if !isFilled { return nil }
    }

    deinit { bytes.withLock { $0.withUnsafeMutableBytes { Self.wipe($0) } } }

    // Inlined into an async function, the lock might be released on another thread.
    @inline(never)
    func withBytes<Result: Sendable>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withLock { $0.withUnsafeBufferPointer { body($0) } }
    }

    /// In a way that the compiler does not optimize away.
    private static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

/// What people type to seal a vault: the same on every device of it. It is never printed in a message, log or dump, and the memory is
/// wiped with the last copy.
public struct Passphrase: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let bytes: SecretBytes

    /// Nil for an empty text. Its bytes count as they are: two spellings of one letter in Unicode are two passphrases.
    public init?(_ text: String) {
        if text.isEmpty { return nil }
        bytes = SecretBytes(copying: text.utf8)
    }

    public var description: String { "passphrase" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// libsodium, opened when the first vault with a passphrase needs it.
public enum SodiumLibrary {
    /// Debian has the first, distributions with libsodium 1.0.19 and newer the second.
    public static let names = ["libsodium.so.23", "libsodium.so.26"]

    /// Opens the first library that exists; nil if none does. Blocks.
    static func open(_ names: [String] = names) -> SodiumFunctions? {
        for name in names {
            var functions = SodiumFunctions()
            if functions.load(from: name) { return functions }
        }
        return nil
    }
}
