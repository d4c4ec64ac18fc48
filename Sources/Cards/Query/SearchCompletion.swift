internal import Basics

/// How the last word of a typed search can go on, if it begins a filter term such as `is:starred`.
public struct SearchCompletion: Equatable, Sendable {
    /// The search with as much of the term as is certain.
    public let text: String
    /// The terms that the last word can become, if there are several.
    public let choices: [String]

    /// Whether the word begins a term that it is not yet.
    private let isUnfinished: Bool

    /// The terms of a search with an example each, for the help.
    public static let examples: [(term: String, meaning: String)] = [
        ("is:starred", "starred cards; also is:archived, is:used, is:expired"),
        ("is:local", "cards that are on no known backend; also is:conflict, changed elsewhere too"),
        ("has:barcode", "cards with a barcode; also has:photo, has:number, has:note, has:balance, has:stamps"),
        ("group:food", "cards in a group whose name starts with this"),
        ("expires:<30d", "cards that expire within 30 days; also w, m, y"),
        ("expires:12/2026", "cards that expire in that month; also expires:this-month, expires:tomorrow"),
        ("next:today", "cards with an event on that day, such as a trip; also next:7d, next:tomorrow"),
        ("-is:archived", "cards that are not archived; put - before any filter to negate it"),
    ]

    private static let expiries = ["<7d", "<30d", "<1y", "this-month", "next-month", "today", "tomorrow"]
    private static let moments = ["today", "tomorrow", "7d", "30d", "this-month", "next-month"]

    /// Whether the last word of a search begins a term, so that it can be completed. A short look: groups are not needed for it.
    public static func isPossible(in text: String) -> Bool { Word(endOf: text) != nil }

    /// Whether the last word begins a term that it is not yet.
    public static func isUnfinished(_ text: String) -> Bool { Self(of: text, groups: [])?.isUnfinished == true }

    /// Whether completing the last word needs the names of the groups.
    public static func needsGroups(in text: String) -> Bool { Word(endOf: text)?.kind == "group" }

    /// - Parameter groups: the names of the groups, for a search that ``needsGroups(in:)``.
    /// - Returns: nil if the last word begins no term.
    public init?(of text: String, groups: [String]) {
        guard let word = Word(endOf: text) else { return nil }
        let terms = word.terms(groups)
        let start = String(text.dropLast(word.text.count))
        choices = terms.count > 1 ? terms.map { word.sign + $0 } : []
        let typed = TextFolding.fold(String(word.body))
        isUnfinished = typed.last == ":" || (!terms.isEmpty && !terms.contains { TextFolding.fold($0) == typed })
        if terms.count == 1, let term = terms.first {
            // A term is complete; its kind waits for a value.
            self.text = start + word.sign + term + (term.hasSuffix(":") ? "" : " ")
        } else {
            let shared = Self.sharedStart(of: terms)
            self.text = shared.count > word.body.count ? start + word.sign + shared : text
        }
    }

    /// The beginning that the terms share, in the spelling of the first.
    private static func sharedStart(of terms: [String]) -> String {
        guard let first = terms.first else { return "" }
        let count = terms.dropFirst().reduce(first.count) { count, other in
            min(count, zip(first, other).prefix { TextFolding.fold(String($0)) == TextFolding.fold(String($1)) }.count)
        }
        return String(first.prefix(count))
    }

    /// The last word of a search.
    private struct Word {
        let text: String
        /// "-" for a term that excludes.
        let sign: String
        /// Without the sign.
        let body: Substring
        /// "group" of "group:fo"; nil while the kind itself is typed.
        let kind: String?

        private static let kinds = ["is", "has", "group", "expires", "next"]

        init?(endOf text: String) {
            guard let word = TypedWord.words(of: text).last, word.characters.upperBound == text.count else {
                return nil
            }
            self.text = word.text
            sign = word.text.first == "-" ? "-" : ""
            body = word.text.dropFirst(sign.count)
            // A closed quote ends the value.
            guard !body.isEmpty, body.utf8.count <= 200, !(body.last == "\"" && body.count { $0 == "\"" } == 2) else {
                return nil
            }
            let typed = body.lowercased()
            if let colon = typed.firstIndex(of: ":") {
                let name = String(typed[..<colon])
                guard Self.kinds.contains(name) else { return nil }
                kind = name
            } else {
                kind = nil
                guard Self.kinds.contains(where: { $0.hasPrefix(typed) }) else { return nil }
            }
        }

        /// The terms that begin with the word; all of its kind before a value is typed.
        func terms(_ groups: [String]) -> [String] {
            guard let kind else { return Self.kinds.filter { $0.hasPrefix(body.lowercased()) }.map { $0 + ":" } }
            let value = TextFolding.fold(body.drop { $0 != ":" }.dropFirst().filter { $0 != "\"" })
            return values(of: kind, groups).filter { TextFolding.fold($0).hasPrefix(value) }.map { value in
                value.contains(where: \.isWhitespace) ? "\(kind):\"\(value)\"" : "\(kind):\(value)"
            }
        }

        private func values(of kind: String, _ groups: [String]) -> [String] {
            switch kind {
            case "is": TypedWord.states.map(\.word)
            case "has": TypedWord.parts.map(\.word)
            case "expires": SearchCompletion.expiries
            case "next": SearchCompletion.moments
            // A quote within a name cannot be typed.
            default: groups.filter { !$0.contains(bytesOf: "\"") }
            }
        }
    }
}
