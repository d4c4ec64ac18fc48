internal import CardSettings
internal import Cards

/// What the commands' ways to read and to print have in common.
extension CommandRunner {
    /// Rows of columns: aligned on a terminal, otherwise with tabs.
    /// - Parameter areCut: whether they are cut to the width of the terminal; false where a value that is cut would be of no use.
    func write(rows: [[String]], areCut: Bool = true) throws {
        let rows = rows.map { $0.map(cell) }
        guard let width = output.out.columns?() else {
            return try output.write(rows.map { $0.joined(separator: "\t") + "\n" }.joined())
        }
        var cells = cells
        if !areCut { cells.longest = .max }
        var table = AlignedTable(columns: rows.map(\.count).max() ?? 0, cells)
        for row in rows { table.add(row) }
        let widths = table.widths(in: areCut ? width : .max)
        try output.write(rows.map { table.line($0, widths) + "\n" }.joined())
    }

    /// One JSON object in one line.
    func write(object members: [(key: String, value: JSON)]) throws { try output.write(json: Self.line(members)) }

    /// An object in one line.
    static func line(_ members: [(key: String, value: JSON)]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(members)
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The bytes of a file, or of standard input for `-`.
    func bytes(ofInput path: String, limit: Int) throws -> [UInt8] {
        let input = try FileChunks(ofInput: path, limit: limit)
        var bytes: [UInt8] = []
        while true {
            let chunk = try input.next()
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
    }

    /// Writes a file that replaces another one of that name, or to standard output for `-`.
    func write(_ bytes: [UInt8], to path: String, _ options: Invocation.Options) throws {
        guard path != "-" else {
            if output.out.isTerminal { throw CommandFailure("a picture cannot be written to a terminal", .usage) }
            return try output.out.write(bytes)
        }
        try OwnFiles(try paths(options)).check(path)
        try AtomicFile.write(bytes, to: path)
    }
}

extension JSON {
    static func integer(_ value: Int) -> JSON { .number(String(value)) }
}
