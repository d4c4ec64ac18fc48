/// Which of several codes one is that hold a text together: structured append of QR, Data Matrix and Aztec, Macro PDF417. Alone it is
/// drawn without that mark, and says its own part only.
public struct CodePart: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// Nil where the code does not say it.
    public let count: Int?

    public init(number: Int, count: Int?) { (self.number, self.count) = (number, count) }

    public var words: String { "part \(number)" + (count.map { " of \($0)" } ?? "") }
}
