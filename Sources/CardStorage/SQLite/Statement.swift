internal import Basics
internal import CSQLite
internal import Cards

/// A prepared statement that is reused. It belongs to one ``Connection`` and one thread at a time; it holds no rows.
final class Statement {
    let sql: String
    /// Of the text, in bytes.
    let length: Int
    private let handle: OpaquePointer
    /// Short texts are copied here while they are bound: otherwise SQLite would allocate memory for each.
    private let texts = UnsafeMutableRawPointer.allocate(byteCount: Parameters.bufferSize, alignment: 1)

    /// Takes ownership of the handle.
    init(_ handle: OpaquePointer, _ sql: String) {
        self.handle = handle
        self.sql = sql
        length = sql.utf8.count
    }

    deinit {
        sqlite3_finalize(handle)
        texts.deallocate()
    }

    /// Binds all parameters in order. Returns the first result code that is not `SQLITE_OK`.
    func bind(_ bind: (inout Parameters) -> Void) -> Int32 {
        var parameters = Parameters(handle: handle, buffer: texts)
        bind(&parameters)
        return parameters.result
    }

    /// `SQLITE_ROW`, `SQLITE_DONE` or an error code.
    func step() -> Int32 { sqlite3_step(handle) }

    /// The row of the last step.
    var row: Row { Row(handle: handle) }

    /// Must follow every use: a statement with rows left keeps its transaction open.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

/// Binds values to a statement's parameters, from the first to the last.
struct Parameters {
    fileprivate let handle: OpaquePointer
    /// The statement's memory for short texts, and how many of its bytes are used.
    private let buffer: UnsafeMutableRawPointer
    private var used = 0
    fileprivate static let bufferSize = 2048
    private var last: Int32 = 0
    /// The first failure, if any; checked when all is bound.
    fileprivate private(set) var result = SQLITE_OK

    fileprivate init(handle: OpaquePointer, buffer: UnsafeMutableRawPointer) {
        self.handle = handle
        self.buffer = buffer
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
    }

    mutating func add(_ text: String?) {
        if let text { add(text) } else { addNull() }
    }

    /// Text given as UTF-8.
    mutating func add(text bytes: [UInt8]?) {
        guard let bytes else { return addNull() }
        bytes.withUnsafeBytes { add(text: $0) }
    }

    /// The name of a file, see ``PathText``.
    mutating func add(path: String) { add(text: PathText.bytes(of: path)) }

    private mutating func add(text bytes: UnsafeRawBufferPointer) {
        let count = Int32(clamping: bytes.count)
        guard let base = bytes.baseAddress, bytes.count <= Self.bufferSize - used else {
            return note(cards_bind_text(handle, next(), bytes.baseAddress, count))
        }
        let copy = buffer + used
        copy.copyMemory(from: base, byteCount: bytes.count)
        used += bytes.count
        note(cards_bind_lasting_text(handle, next(), copy, count))
    }

    mutating func add(blob bytes: [UInt8]) {
        note(cards_bind_blob(handle, next(), bytes, Int32(clamping: bytes.count)))
    }
    mutating func add(_ number: Int64) { note(sqlite3_bind_int64(handle, next(), number)) }
    mutating func add(_ number: Int64?) { if let number { add(number) } else { addNull() } }
    mutating func add(_ number: Int) { add(Int64(number)) }
    mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as Int64) }

    /// The first columns of a row, as they are.
    mutating func add(_ row: Row, columns: Int32) {
        for column in 0..<columns { note(sqlite3_bind_value(handle, next(), sqlite3_column_value(row.handle, column))) }
    }

    fileprivate mutating func addNull() { note(sqlite3_bind_null(handle, next())) }

    private mutating func next() -> Int32 {
        last += 1
        return last
    }

    private mutating func note(_ code: Int32) { if result == SQLITE_OK { result = code } }
}

/// A value that is bound to a parameter as it is. Blobs, and text given as bytes, say what they are: ``Parameters``.
protocol SQLValue {
    func bind(to parameters: inout Parameters)
}

extension String: SQLValue { func bind(to parameters: inout Parameters) { parameters.add(self) } }
extension Int64: SQLValue { func bind(to parameters: inout Parameters) { parameters.add(self) } }
extension Int: SQLValue { func bind(to parameters: inout Parameters) { parameters.add(self) } }
extension Bool: SQLValue { func bind(to parameters: inout Parameters) { parameters.add(self) } }

extension Optional: SQLValue where Wrapped: SQLValue {
    func bind(to parameters: inout Parameters) {
        if let self { self.bind(to: &parameters) } else { parameters.addNull() }
    }
}

/// Reads the columns of one row, from the first to the last. Valid only until the next step.
struct Row {
    fileprivate let handle: OpaquePointer
    private var column: Int32 = 0
    /// Whether a value of it could not be read: ``Connection`` tells that.
    private(set) var isDamaged = false

    fileprivate init(handle: OpaquePointer) { self.handle = handle }

    mutating func noteDamage() { isDamaged = true }

    /// NULL reads as empty text. Invalid UTF-8 is repaired.
    mutating func text() -> String { optionalText() ?? "" }

    mutating func optionalText() -> String? {
        let column = next()
        guard let bytes = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The bytes of a blob, or of text; nil for NULL.
    mutating func optionalBytes() -> [UInt8]? {
        let column = next()
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        // The pointer of an empty blob is null, and sqlite3_column_bytes must be called last.
        let bytes = sqlite3_column_blob(handle, column)
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// The bytes of a text or blob without a copy, valid until the next step; empty for NULL.
    mutating func borrowedBytes() -> UnsafeRawBufferPointer {
        let column = next()
        let bytes = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Whether the column that was read last is NULL.
    var wasNull: Bool { sqlite3_column_type(handle, column - 1) == SQLITE_NULL }

    /// NULL reads as 0.
    mutating func number() -> Int64 { sqlite3_column_int64(handle, next()) }

    mutating func optionalNumber() -> Int64? {
        let column = next()
        return sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
    }

    mutating func count() -> Int { Int(clamping: number()) }
    mutating func flag() -> Bool { number() != 0 }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }
}
