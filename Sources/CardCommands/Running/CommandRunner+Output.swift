internal import CardSettings
internal import Cards

/// What the commands' ways to read and to print have in common.
extension CommandRunner {
    /// Rows of texts: aligned on a terminal, with tabs between them in a pipe.
    func printTable(_ rows: [[String]]) throws {
        let rows = rows.map { $0.map { output.cell(oneLine($0)) } }
        guard output.out.isTerminal else {
            return try output.write(rows.map { $0.joined(separator: "\t") + "\n" }.joined())
        }
        var widths: [Int] = []
        for row in rows {
            for (column, text) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], output.width(text))
            }
        }
        try output.write(rows.map { aligned($0, widths) + "\n" }.joined())
    }

    private func aligned(_ row: [String], _ widths: [Int]) -> String {
        let last = row.lastIndex { !$0.isEmpty } ?? 0
        let columns = row.prefix(last + 1).enumerated().map { column, text in
            let blanks = column == last ? 0 : widths[column] - output.width(text)
            return output.isolate(text) + String(repeating: " ", count: blanks)
        }
        return columns.joined(separator: "  ")
    }

    /// One object in one line.
    func printJSON(_ members: [(key: String, value: JSON)]) throws {
        var writer = JSONWriter()
        writer.write(members)
        try output.write(json: writer.bytes + [UInt8(ascii: "\n")])
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
