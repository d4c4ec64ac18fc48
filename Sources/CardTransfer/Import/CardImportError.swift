public import Cards

/// The file is not valid JSON, and nothing was imported.
public struct CardImportError: UserFacingError, Hashable {
    public let json: JSONError
    /// From 1.
    public let line: Int
    /// The element's number, from 1, if the offset of `json` is within an element; otherwise the offset is from the start of the
    /// text.
    public let card: Int?

    public init(json: JSONError, line: Int, card: Int? = nil) { (self.json, self.line, self.card) = (json, line, card) }

    public var userMessage: String {
        if json.kind == .tooLarge {
            return
                "line \(line): one card is larger than \(JSONCardSource.maximumElementBytes >> 20) MB. Nothing was imported."
        }
        return "line \(line)\(card.map { ", card \($0)" } ?? ""): \(json.userMessage). Nothing was imported."
    }
}
