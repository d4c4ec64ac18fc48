/// The text and the links of the little HTML that the values of passes may have.
enum AttributedText {
    /// Each is looked for in the whole text.
    private static let maximumLinks = 20

    /// `Offers https://shop.example` of `<a href='https://shop.example'>Offers</a>`.
    static func plain(_ html: String) -> String {
        var (text, links, rest): (String, [String], Substring) = ("", [], html[...])
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            guard let end = rest[start...].firstIndex(of: ">") else { break }
            let tag = rest[rest.index(after: start)..<end]
            if links.count < maximumLinks, let link = link(in: tag) { links.append(unescaped(link)) }
            if tag.lowercased().hasPrefix("br") { text += "\n" }
            rest = rest[rest.index(after: end)...]
        }
        text = unescaped(text + rest)
        for link in links where !text.contains(link) { text += (text.isEmpty ? "" : " ") + link }
        return text
    }

    private static func link(in tag: Substring) -> Substring? {
        guard tag.lowercased().hasPrefix("a "), let start = tag.lowercased().firstRange(of: "href=") else { return nil }
        let offset = tag.lowercased().distance(from: tag.lowercased().startIndex, to: start.upperBound)
        let value = tag.dropFirst(offset)
        guard let quote = value.first, quote == "'" || quote == "\"" else { return value.prefix { $0 != " " } }
        return value.dropFirst().prefix { $0 != quote }
    }

    private static let entities = ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "amp": "&"]

    private static func unescaped(_ text: some StringProtocol) -> String {
        var (result, rest) = ("", Substring(text))
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let name = rest[rest.index(after: start)...].prefix(10).prefix { $0 != ";" }
            rest = rest[start...]
            if rest.dropFirst(name.count + 1).first == ";", let value = value(of: name) {
                result += value
                rest = rest.dropFirst(name.count + 2)
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func value(of name: Substring) -> String? {
        guard name.hasPrefix("#") else { return entities[name.lowercased()] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
