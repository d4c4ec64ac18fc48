internal import CSQLite
internal import Cards

/// One prepared statement, used again and again. It belongs to one ``Connection`` and one thread at a time; it holds no rows.
final class Statement {
    private let handle: OpaquePointer
    /// Short texts lie here while they are bound: SQLite would take memory for each.
    private let texts = UnsafeMutableRawPointer.allocate(byteCount: Parameters.roomForTexts, alignment: 1)

    /// Takes the handle over.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit {
        sqlite3_finalize(handle)
        texts.deallocate()
    }

    /// Binds all parameters in their order. Gives the first result code that is not `SQLITE_OK`.
    func bind(_ bind: (inout Parameters) -> Void) -> Int32 {
        var parameters = Parameters(handle: handle, room: texts)
        bind(&parameters)
        return parameters.result
    }

    /// `SQLITE_ROW`, `SQLITE_DONE` or an error code.
    func step() -> Int32 { sqlite3_step(handle) }

    /// The row on which the last step stopped.
    var row: Row { Row(handle: handle) }

    /// Must follow every use: a statement in the middle of its rows keeps its transaction open.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }
}

/// Gives values to a statement's parameters, from the first to the last.
struct Parameters {
    fileprivate let handle: OpaquePointer
    /// The statement's own memory for texts, and how much of it is taken.
    private let room: UnsafeMutableRawPointer
    private var taken = 0
    fileprivate static let roomForTexts = 2048
    private var last: Int32 = 0
    /// The first failure, if any: looked at once, when all is bound.
    fileprivate private(set) var result = SQLITE_OK

    fileprivate init(handle: OpaquePointer, room: UnsafeMutableRawPointer) {
        (self.handle, self.room) = (handle, room)
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
    }

    mutating func add(_ text: String?) {
        if let text { add(text) } else { addNull() }
    }

    /// Text that is UTF-8 bytes already.
    mutating func add(text bytes: [UInt8]?) {
        guard let bytes else { return addNull() }
        bytes.withUnsafeBytes { add(text: $0) }
    }

    private mutating func add(text bytes: UnsafeRawBufferPointer) {
        let count = Int32(clamping: bytes.count)
        guard let base = bytes.baseAddress, bytes.count <= Self.roomForTexts - taken else {
            return note(cards_bind_text(handle, next(), bytes.baseAddress, count))
        }
        let place = room + taken
        place.copyMemory(from: base, byteCount: bytes.count)
        taken += bytes.count
        note(cards_bind_lasting_text(handle, next(), place, count))
    }

    mutating func add(blob bytes: [UInt8]) {
        note(cards_bind_blob(handle, next(), bytes, Int32(clamping: bytes.count)))
    }
    mutating func add(_ number: Int64) { note(sqlite3_bind_int64(handle, next(), number)) }
    mutating func add(_ number: Int64?) { if let number { add(number) } else { addNull() } }
    mutating func add(_ number: Int) { add(Int64(number)) }
    mutating func add(_ flag: Bool) { add(flag ? 1 : 0 as Int64) }

    private mutating func addNull() { note(sqlite3_bind_null(handle, next())) }

    private mutating func next() -> Int32 {
        last += 1
        return last
    }

    private mutating func note(_ code: Int32) { if result == SQLITE_OK { result = code } }
}

/// Reads the columns of one row, from the first to the last. Valid only until the next step.
struct Row {
    private let handle: OpaquePointer
    private var column: Int32 = 0

    fileprivate init(handle: OpaquePointer) { self.handle = handle }

    /// NULL is empty text. What is not UTF-8 is repaired, never trusted.
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
        // The pointer of an empty blob is null, and the order of the two calls matters.
        let bytes = sqlite3_column_blob(handle, column)
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// The bytes of a text or a blob where they lie, until the next step; NULL has none.
    mutating func borrowedBytes() -> UnsafeRawBufferPointer {
        let column = next()
        let bytes = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// NULL is 0.
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
