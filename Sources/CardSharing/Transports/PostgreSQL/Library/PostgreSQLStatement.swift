internal import Basics
internal import CPostgreSQL
internal import Cards

/// A parameter of a statement, as PostgreSQL's binary format sends it. Nothing is ever put into the text of a statement.
enum PostgreSQLValue: Equatable, Sendable {
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

/// The rows that a statement answered, in the binary format. A value that is not of the wanted type is nil.
struct PostgreSQLRows: Sendable {
    let count: Int
    private let columns: Int
    private let values: [[UInt8]?]

    init(count: Int = 0, columns: Int = 0, values: [[UInt8]?] = []) {
        self.count = count
        self.columns = columns
        self.values = values
    }

    /// Copies a result, which stays the caller's.
    init(_ result: OpaquePointer, by functions: PostgreSQLFunctions) {
        count = Int(functions.PQntuples(result))
        columns = Int(functions.PQnfields(result))
        var values: [[UInt8]?] = []
        values.reserveCapacity(count * columns)
        for row in 0..<Int32(count) {
            for column in 0..<Int32(columns) {
                guard functions.PQgetisnull(result, row, column) == 0,
                    let start = functions.PQgetvalue(result, row, column)
                else {
                    values.append(nil)
                    continue
                }
                let length = Int(functions.PQgetlength(result, row, column))
                values.append(Array(UnsafeRawBufferPointer(start: start, count: length)))
            }
        }
        self.values = values
    }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        row < count && column < columns ? values[row * columns + column] : nil
    }

    func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A `bigint` or an `integer`.
    func integer(_ row: Int, _ column: Int) -> Int64? {
        guard let bytes = bytes(row, column), bytes.count == 8 || bytes.count == 4 else { return nil }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return bytes.count == 8 ? Int64(bitPattern: number) : Int64(Int32(truncatingIfNeeded: number))
    }

    func flag(_ row: Int, _ column: Int) -> Bool? {
        bytes(row, column).flatMap { $0.count == 1 ? $0[0] != 0 : nil }
    }
}
