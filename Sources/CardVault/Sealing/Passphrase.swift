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
