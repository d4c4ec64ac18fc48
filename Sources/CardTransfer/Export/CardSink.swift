public import Cards

/// Accepts cards and encodes them as the bytes of a file, without holding the whole file. It reads no store and writes no file.
///
/// Each export format is a sink. One whose photos come behind the cards asks for them one by one, after the last card.
public protocol CardSink: Sendable {
    /// The program whose origins of the cards the sink writes back; nil for none.
    var program: String? { get }

    /// Whether ``append(_:photos:origin:)`` is given the bytes of the photos.
    var needsPhotos: Bool { get }

    /// - Parameters:
    ///   - photos: the bytes of the card's photos, as far as they are in the store.
    ///   - origin: from which ``program`` the card came; nil for none.
    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) throws

    /// Whether the sink writes secret fields. Any other leaves them out, and the export says how many there were.
    var takesSecrets: Bool { get }

    /// Called before ``append(_:photos:origin:)`` of their card.
    mutating func append(secrets: [CardSecret])

    /// The photo to append next, after the last card; nil when there are no more.
    mutating func nextPhoto() throws -> PhotoHash?

    /// - Parameter bytes: nil for a photo that is not in the store.
    mutating func append(photo bytes: [UInt8]?) throws

    /// Called once, at the end.
    mutating func finish() throws

    /// What the format has no field for, with the number of cards that it was left out of.
    var omissions: [String: Int] { get }

    /// The number of bytes that ``drain()`` will return.
    var byteCount: Int { get }

    /// Returns and removes the bytes encoded since the last call.
    mutating func drain() -> [UInt8]
}

/// A format that has everything of a card, and its photos with it.
extension CardSink {
    public var program: String? { nil }
    public var needsPhotos: Bool { true }
    public var omissions: [String: Int] { [:] }
    public var takesSecrets: Bool { false }
    public mutating func append(secrets: [CardSecret]) {}

    public mutating func nextPhoto() throws -> PhotoHash? { nil }
    public mutating func append(photo bytes: [UInt8]?) throws {}
}
