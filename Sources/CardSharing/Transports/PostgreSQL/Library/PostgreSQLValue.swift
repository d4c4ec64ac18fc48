internal import Basics
internal import Cards

/// A parameter of a statement, as PostgreSQL's binary format sends it. Nothing is ever put into the text of a statement.
enum PostgreSQLValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case bytes([UInt8])
    /// A UUID.
    case identifier(VaultID)
    case null
    case texts([String])
    case integers([Int64])
    case byteStrings([[UInt8]])

    /// The number of its type (pg_type.dat).
    var type: UInt32 {
        switch self {
        case .text, .null: 25
        case .integer: 20
        case .bytes: 17
        case .identifier: 2950
        case .texts: 1009
        case .integers: 1016
        case .byteStrings: 1001
        }
    }

    /// Nil for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .integer(let number): number.bigEndianBytes
        case .bytes(let bytes): bytes
        case .identifier(let vault): vault.bytes
        case .null: nil
        case .texts(let texts): Self.array(texts.map { Array($0.utf8) }, of: 25)
        case .integers(let numbers): Self.array(numbers.map(\.bigEndianBytes), of: 20)
        case .byteStrings(let strings): Self.array(strings, of: 17)
        }
    }

    /// One dimension, no NULLs, the elements from 1 on; each after its length.
    private static func array(_ elements: [[UInt8]], of type: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + $1.count })
        for number in [elements.isEmpty ? 0 : 1, 0, Int32(type)] { bytes += number.bigEndianBytes }
        guard !elements.isEmpty else { return bytes }
        for number in [Int32(elements.count), 1] { bytes += number.bigEndianBytes }
        for element in elements {
            bytes += Int32(element.count).bigEndianBytes
            bytes += element
        }
        return bytes
    }
}

/// A statement with its parameters.
struct PostgreSQLStatement: Sendable {
    /// What the server remembers it by, once for each connection; nil for one that is not prepared.
    let name: String?
    let text: String
    let values: [PostgreSQLValue]

    init(_ text: String, _ values: [PostgreSQLValue] = [], name: String? = nil) {
        self.name = name
        self.text = text
        self.values = values
    }
}
