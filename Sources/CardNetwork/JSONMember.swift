internal import Cards

/// Writes JSON objects with one member.
enum JSONMember {
    /// `{"key":value}`
    static func object(key: String, value: [UInt8]) -> [UInt8] {
        object(JSONWriter.bytes(of: .string(key)) + [0x3A] + value)
    }

    /// Wraps a member that is JSON text already.
    static func object(_ member: [UInt8]) -> [UInt8] { [UInt8(ascii: "{")] + member + [UInt8(ascii: "}")] }
}
