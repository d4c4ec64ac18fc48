internal import Basics
internal import Documents

/// A page of the documents, cut into blocks: the Markdown that they are written in, and no more of it.
struct MarkdownPage {
    enum Block: Equatable {
        case heading(String, level: Int)
        case paragraph(String)
        /// An item of a list; the marker is "-" or "1.".
        case item(marker: String, text: String)
        /// Lines that are not filled.
        case code([String])
        /// A row of a table, each cell with the title of its column.
        case row([Cell])
    }

    struct Cell: Equatable {
        let title: String
        let text: String
    }

    private(set) var blocks: [Block] = []

    init(_ page: DocumentPage) { self.init(page.text) }

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var words: [String] = []
        var marker: String?
        var titles: [String]?
        func end() -> Block? {
            defer { (words, marker) = ([], nil) }
            if words.isEmpty { return nil }
            let text = Self.plain(words.joined(separator: " "))
            return marker.map { .item(marker: $0, text: text) } ?? .paragraph(text)
        }
        while let line = lines.popFirst() {
            let trimmed = line.drop { $0 == " " }
            let isTable = trimmed.hasPrefix("|")
            if !isTable { titles = nil }
            if line.hasPrefix("```") {
                if let block = end() { blocks.append(block) }
                let code = lines.prefix { !$0.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 1)
                blocks.append(.code(Array(code)))
            } else if line.hasPrefix("    "), words.isEmpty {
                let rest = lines.prefix { $0.hasPrefix("    ") }
                lines = lines.dropFirst(rest.count)
                blocks.append(.code(([line] + rest).map { String($0.dropFirst(4)) }))
            } else if trimmed.isEmpty || trimmed.hasPrefix("<!--") || trimmed.hasPrefix("![") {
                if let block = end() { blocks.append(block) }
            } else if trimmed.hasPrefix("#") {
                if let block = end() { blocks.append(block) }
                let level = trimmed.prefix { $0 == "#" }.count
                blocks.append(.heading(Self.plain(String(trimmed.dropFirst(level + 1))), level: level))
            } else if isTable {
                if let block = end() { blocks.append(block) }
                let cells = Self.cells(of: trimmed)
                if cells.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "-: ".contains($0) } }) { continue }
                guard let known = titles else {
                    titles = cells.map(Self.plain)
                    continue
                }
                blocks.append(
                    .row(
                        cells.enumerated().map { index, text in
                            Cell(title: known.indices.contains(index) ? known[index] : "", text: Self.plain(text))
                        }))
            } else if let found = Self.marker(of: trimmed) {
                if let block = end() { blocks.append(block) }
                marker = found
                words = [String(trimmed.dropFirst(found.count + 1))]
            } else {
                words.append(String(trimmed))
            }
        }
        if let block = end() { blocks.append(block) }
    }

    private static func marker(of line: Substring) -> String? {
        if line.hasPrefix("- ") { return "-" }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits + "." : nil
    }

    /// A bar within backticks is text.
    private static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var isCode = false
        for character in line.drop(while: { $0 == " " }).dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode { cells.append("") } else { cells[cells.count - 1].append(character) }
        }
        // Behind the last bar there is nothing.
        return cells.dropLast().map { cell in
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Without the marks of emphasis and code; of a link its text, and its address where that is one of the web.
    static func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            if character == "`" {
                let code = rest.dropFirst().prefix { $0 != "`" }
                result += code
                rest = rest.dropFirst(code.count + 2)
            } else if rest.hasPrefix("**") {
                rest = rest.dropFirst(2)
            } else if character == "[", let end = rest.firstRange(bytesOf: "]("),
                let close = rest[end.upperBound...].firstIndex(of: ")")
            {
                let (label, address) = (
                    rest[rest.index(after: rest.startIndex)..<end.lowerBound], rest[end.upperBound..<close]
                )
                result += plain(String(label)) + (address.hasPrefix("http") ? " (\(address))" : "")
                rest = rest[rest.index(after: close)...]
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    // MARK: - As text

    /// For a terminal of 80 columns: headings in capitals, texts filled, code as it is.
    var text: String {
        var text = ""
        for block in blocks {
            switch block {
            case .heading(let title, let level):
                text += (text.isEmpty ? "" : "\n") + (level <= 2 ? title.uppercased() : title) + "\n"
            case .paragraph(let words): text += "\n" + HelpText.wrap(words, indent: 0) + "\n"
            case .item(let marker, let words):
                let indent = marker.count + 3
                text += "  \(marker) " + HelpText.wrap(words, indent: indent) + "\n"
            case .code(let lines): text += "\n" + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
            case .row(let cells):
                guard let first = cells.first else { continue }
                text += "\n  " + HelpText.wrap(first.text, indent: 2) + "\n"
                for cell in cells.dropFirst() where !cell.text.isEmpty {
                    let words = cells.count == 2 ? cell.text : "\(cell.title): \(cell.text)"
                    text += "      " + HelpText.wrap(words, indent: 6) + "\n"
                }
            }
        }
        return text
    }
}
