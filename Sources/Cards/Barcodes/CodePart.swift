/// The position of a code in a set that holds one text: structured append of QR, Data Matrix and Aztec, Macro PDF417. A part is
/// drawn without that mark, as a code with its own text only.
public struct CodePart: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// Nil where the code does not state it.
    public let count: Int?

    public init(number: Int, count: Int?) { (self.number, self.count) = (number, count) }

    public var label: String { "part \(number)" + (count.map { " of \($0)" } ?? "") }
}
