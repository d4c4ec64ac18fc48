public import Cards

/// Accepts cards and makes the bytes of a file of them, so that no file is held whole. It reads no store and writes no file.
///
/// A file format that cards are exported to is a sink.
public protocol CardSink: Sendable {
    /// - Parameter photos: the bytes of the card's photos, as far as they are in the store.
    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]]) throws

    /// Called once, behind the last card.
    mutating func finish() throws

    /// How many bytes wait for ``drain()``.
    var byteCount: Int { get }

    /// The bytes that were made since the last call.
    mutating func drain() -> [UInt8]
}
