public import Cards

/// The text of a file is not JSON, so that nothing of it was imported.
public struct CardImportError: UserFacingError, Hashable {
    public let json: JSONError
    /// From 1.
    public let line: Int
    /// Counts the elements from 1; the offset of `json` is then within this element, else from the start of the text.
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
