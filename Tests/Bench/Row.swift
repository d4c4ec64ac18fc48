import Basics
import Cards
import Glibc

/// A card in the form that every program shows.
struct Row {
    static let kinds = ["Cafe", "Club", "Shop", "Mart"]
    /// Three hundred first words are made of these; no name is too long for a row of our list.
    private static let beginnings = [
        "Am", "Bel", "Cor", "Del", "Él", "Fen", "Gal", "Hol", "Is", "Jar", "Kor", "Łod", "Mig", "Nor", "Ób", "Pel",
        "Ros", "Sol",
        "Tal", "Żab",
    ]
    private static let endings = [
        "ber", "dina", "ca", "fino", "gros", "ka", "lia", "mira", "na", "pol", "ris", "sten", "tova", "via", "zo",
    ]
    private static let groups = ["food", "travel", "town", "books", "sport", "health"]

    let name: String
    let number: String
    let groups: [String]
    /// The whole row, folded for the search.
    private let folded: [UInt8]

    init(name: String, number: String, groups: [String]) {
        (self.name, self.number, self.groups) = (name, number, groups)
        folded = Array((TextFolding.fold(name) + " " + number + " " + groups.joined(separator: " ")).utf8)
    }

    /// Makes this number of rows, in the order of our list.
    static func made(_ count: Int) -> [Row] {
        let rows = (0..<count).map { index in
            // The parts repeat with different periods, so that neighbors in the list differ in their numbers.
            let word = beginnings[index % beginnings.count] + endings[index / beginnings.count % endings.count]
            return Row(
                name: "\(word) \(kinds[index / 7 % kinds.count]) \(digits(index))", number: "4006381\(digits(index))",
                groups: index % 3 == 0 ? [] : Array(groups.dropFirst(index % 5).prefix(index % 3)))
        }
        return rows.map { (TextFolding.fold($0.name), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    static func digits(_ number: Int) -> String { String(String(10_000_000 + number).dropFirst()) }

    /// The row as our list shows it at 80 columns.
    var line: String { Self.padded(name, 24) + Self.padded(number, 21) + groups.joined(separator: ", ") }

    var json: JSON {
        .object([
            "identifier": .string("card-" + number), "name": .string(name), "number": .string(number),
            "front": .string(""), "back": .string(""), "groups": .array(groups.map { .string($0) }),
        ])
    }

    /// The quality of a match: 0 as a whole word, 1 at the start of one, 2 elsewhere; nil for no match.
    func rank(of word: [UInt8]) -> Int? {
        var best: Int?
        var start = 0
        while let index = Self.find(word, in: folded, from: start) {
            let startsWord = index == 0 || !Self.isWordByte(folded[index - 1])
            let end = index + word.count
            let endsWord = end == folded.count || !Self.isWordByte(folded[end])
            best = min(best ?? 2, startsWord ? (endsWord ? 0 : 1) : 2)
            start = index + 1
        }
        return best
    }

    private static func find(_ word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        text.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, let first = word.first else { return nil }
            let last = text.count - word.count
            var index = start
            while index <= last, let found = memchr(base + index, Int32(first), last - index + 1) {
                index = base.distance(to: UnsafeRawPointer(found))
                if memcmp(found, word, word.count) == 0 { return index }
                index += 1
            }
            return nil
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte > 0x20 }

    private static func padded(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(1, columns - text.count))
    }
}
