/// A picture that was made for a side of a card, what it was cut from, and the names of both.
///
/// Making one reads all bytes of both, which takes a quarter of a second for the largest: not a thing for the main actor.
public struct NewPhoto: Hashable, Sendable {
    public let bytes: [UInt8]
    public let original: [UInt8]
    public let crop: PhotoCrop
    let hash: PhotoHash
    let originalHash: PhotoHash

    public init(_ bytes: [UInt8], from original: [UInt8], _ crop: PhotoCrop) {
        (self.bytes, self.original, self.crop) = (bytes, original, crop)
        hash = PhotoHash(of: bytes)
        originalHash = PhotoHash(of: original)
    }
}
