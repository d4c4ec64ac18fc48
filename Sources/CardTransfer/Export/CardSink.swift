public import Cards

/// Accepts cards and encodes them as the bytes of a file, without holding the whole file. It reads no store and writes no file.
///
/// Each export format is a sink.
public protocol CardSink: Sendable {
    /// - Parameter photos: the bytes of the card's photos, as far as they are in the store.
    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]]) throws

    /// Called once, after the last card.
    mutating func finish() throws

    /// The number of bytes that ``drain()`` will return.
    var byteCount: Int { get }

    /// Returns and removes the bytes encoded since the last call.
    mutating func drain() -> [UInt8]
}
