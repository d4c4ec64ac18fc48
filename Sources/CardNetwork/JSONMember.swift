internal import Cards

/// The text of an object with one member.
enum JSONMember {
    /// `{"key":value}`
    static func object(key: String, value: [UInt8]) -> [UInt8] {
        object(JSONWriter.bytes(of: .string(key)) + [0x3A] + value)
    }

    /// Of a member as it stands in an object.
    static func object(_ member: [UInt8]) -> [UInt8] { [UInt8(ascii: "{")] + member + [UInt8(ascii: "}")] }
}
