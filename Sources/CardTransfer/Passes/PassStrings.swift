internal import Basics
internal import Cards

/// The translations of a pass: `pass.strings` of one language, as a list of strings, or as a property list in XML or binary.
enum PassStrings {
    /// A longer translation is none: 500 fields may all name the same one.
    private static let maximumTextBytes = 16 << 10

    /// Those of the user's language, else English, else any other: a text is better than its key.
    static func read(
        _ entries: [ExactText: ZipArchive.Entry], _ archive: ZipArchive, _ language: String, _ password: [UInt8]?
    ) throws(ZipError) -> [ExactText: String] {
        let end = ".lproj/pass.strings"
        let languages = entries.keys.map(\.text).filter { $0.hasSuffix(end) }.map { String($0.dropLast(end.count)) }
        let wanted = order(language)
        let sorted = languages.sorted()
        let best =
            wanted.lazy.compactMap { name in
                sorted.first { $0 == name }
                    ?? sorted.first { $0.replacing(bytesOf: "_", with: "-").hasPrefix(name + "-") }
            }.first ?? sorted.first
        guard let best, let entry = entries[ExactText(best + end)] else { return [:] }
        let pairs = pairs(try archive.bytes(of: entry, password: password))
        return Dictionary(
            pairs.filter { $0.1.utf8.count <= maximumTextBytes }.map { (ExactText($0.0), $0.1) },
            uniquingKeysWith: { first, _ in first })
    }

    /// `pt_BR` is looked for as `pt-BR`, `pt_BR`, `pt`, then English.
    private static func order(_ language: String) -> [String] {
        let name = language.replacing(bytesOf: "_", with: "-")
        let parts = name.split(separator: "-").map(String.init)
        // Chinese is named by its script.
        let scripts = ["zh-CN": "zh-Hans", "zh-SG": "zh-Hans", "zh-TW": "zh-Hant", "zh-HK": "zh-Hant"]
        return [name, name.replacing(bytesOf: "-", with: "_"), scripts[name], parts.first, "en"].compactMap { $0 }
    }

    private static func pairs(_ bytes: [UInt8]) -> [(String, String)] {
        if bytes.starts(with: Array("bplist00".utf8)) { return BinaryPropertyList(bytes).texts }
        let text = TextDecoding.utf8(bytes)
        return text.first(where: { !FileHead.isBlank($0) }) == UInt8(ascii: "<") ? xmlPairs(text) : listPairs(text)
    }

    // MARK: - A list of strings

    /// `"key" = "value";`, one after the other, with comments as in C between them. Words need no quotes.
    private static func listPairs(_ bytes: [UInt8]) -> [(String, String)] {
        var (pairs, key, isValue, index) = ([(String, String)](), String?.none, false, 0)
        func add(_ text: String) {
            if isValue, let name = key {
                pairs.append((name, text))
                (key, isValue) = (nil, false)
            } else {
                key = text
            }
        }
        while index < bytes.count {
            let (byte, next) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
            if byte == slash, next == slash || next == star {
                index = endOfComment(bytes, from: index + 2, isLine: next == slash)
            } else if byte == quote {
                add(quoted(bytes, &index))
            } else if isWord(byte) {
                let word = bytes[index...].prefix(while: isWord)
                add(String(decoding: word, as: UTF8.self))
                index += word.count
            } else {
                if byte == UInt8(ascii: "=") { isValue = key != nil }
                if byte == UInt8(ascii: ";") { (key, isValue) = (nil, false) }
                index += 1
            }
        }
        return pairs
    }

    private static let (quote, star, slash) = (UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "/"))

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isDigit || byte.isLetter || "_-.:$/".utf8.contains(byte)
    }

    private static func endOfComment(_ bytes: [UInt8], from start: Int, isLine: Bool) -> Int {
        var index = start
        while index < bytes.count {
            if isLine, bytes[index] == 0x0A { return index + 1 }
            if !isLine, bytes[index] == slash, index > start, bytes[index - 1] == star { return index + 1 }
            index += 1
        }
        return index
    }

    /// The text between quotes; moves behind it.
    private static func quoted(_ bytes: [UInt8], _ index: inout Int) -> String {
        var text: [UInt16] = []
        var plain: [UInt8] = []
        func flush() {
            text += Array(String(decoding: plain, as: UTF8.self).utf16)
            plain = []
        }
        index += 1
        while index < bytes.count, bytes[index] != quote {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                plain.append(bytes[index])
                index += 1
                continue
            }
            let kind = bytes[index + 1]
            index += 2
            if kind | 0x20 == UInt8(ascii: "u"), index + 4 <= bytes.count,
                let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
            {
                flush()
                text.append(unit)
                index += 4
            } else {
                plain.append(escapes[kind] ?? kind)
            }
        }
        index += 1
        flush()
        return String(decoding: text, as: UTF16.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    // MARK: - XML

    /// `<plist><dict><key>…</key><string>…</string>…`.
    private static func xmlPairs(_ bytes: [UInt8]) -> [(String, String)] {
        var (pairs, key, text, path) = ([(String, String)](), "", "", [String]())
        _ = try? XML.read(withoutDocumentType(bytes)) { event in
            switch event {
            case .start(let name, _):
                path.append(name)
                text = ""
            case .text(let part): text += part
            case .end:
                if path == ["plist", "dict", "key"] { key = text }
                if path == ["plist", "dict", "string"] { pairs.append((key, text)) }
                _ = path.popLast()
            }
            return true
        }
        return pairs
    }

    /// That of a property list only names it.
    private static func withoutDocumentType(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(bytesOf: "<!DOCTYPE plist"),
            let end = text[start.upperBound...].firstIndex(where: { $0 == ">" || $0 == "[" }), text[end] == ">"
        else { return bytes }
        return Array((text[..<start.lowerBound] + text[text.index(after: end)...]).utf8)
    }
}

/// A binary property list: a dictionary of texts.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetBytes: Int
    private let referenceBytes: Int
    private let count: Int
    private let top: Int
    private let table: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let trailer = Array(bytes.suffix(32))
        func number(_ start: Int) -> Int { trailer[start..<start + 8].reduce(0) { min($0, 1 << 40) << 8 | Int($1) } }
        guard bytes.count >= 40 else {
            offsetBytes = 0
            referenceBytes = 0
            count = 0
            top = 0
            table = 0
            return
        }
        offsetBytes = Int(trailer[6])
        referenceBytes = Int(trailer[7])
        count = number(8)
        top = number(16)
        table = number(24)
    }

    /// The texts by their keys; what is no text is left out.
    var texts: [(String, String)] {
        guard let start = offset(of: top), let head = byte(start), head >> 4 == 0xD,
            let (count, first) = length(at: start), count <= bytes.count
        else { return [] }
        var texts: [(String, String)] = []
        // Many keys may name one text: all together are no larger than the file.
        var room = bytes.count
        for index in 0..<count {
            guard let key = number(first + index * referenceBytes, referenceBytes).flatMap(text),
                let value = number(first + (count + index) * referenceBytes, referenceBytes).flatMap(text)
            else { continue }
            room -= key.utf8.count + value.utf8.count
            if room < 0 { break }
            texts.append((key, value))
        }
        return texts
    }

    private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    private func number(_ start: Int, _ length: Int) -> Int? {
        guard (1...4).contains(length), start >= 0, start <= bytes.count - length else { return nil }
        return bytes[start..<start + length].reduce(0) { $0 << 8 | Int($1) }
    }

    private func offset(of object: Int) -> Int? {
        object < count && count <= bytes.count && table <= bytes.count
            ? number(table + object * offsetBytes, offsetBytes) : nil
    }

    /// The number of elements of an object, and where they begin.
    private func length(at start: Int) -> (count: Int, first: Int)? {
        guard let head = byte(start) else { return nil }
        if head & 0xF != 0xF { return (Int(head & 0xF), start + 1) }
        guard let size = byte(start + 1), size >> 4 == 1, size & 0xF <= 2 else { return nil }
        return number(start + 2, 1 << Int(size & 0xF)).map { ($0, start + 2 + 1 << Int(size & 0xF)) }
    }

    private func text(of object: Int) -> String? {
        guard let start = offset(of: object), let head = byte(start), let (count, first) = length(at: start) else {
            return nil
        }
        switch head >> 4 {
        case 5 where first + count <= bytes.count: return String(decoding: bytes[first..<first + count], as: UTF8.self)
        case 6 where first + count * 2 <= bytes.count:
            let units = stride(from: first, to: first + count * 2, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        default: return nil
        }
    }
}
