internal import CPostgreSQL

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
