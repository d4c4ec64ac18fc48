/// Encodes a barcode's content into modules.
public protocol BarcodeDrawing: Sendable {
    /// The possible shapes, the usual one first: kinds with several rows can be wide or high. Never empty. Long content takes
    /// milliseconds: call it away from the main actor. Throws ``BarcodeProblem``.
    func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol]
}
