/// A new picture of a card, the original that it was cropped from, and the hashes of both.
///
/// Creating one hashes all bytes of both, up to a quarter of a second: do it away from the main actor.
public struct NewPhoto: Hashable, Sendable {
    public let bytes: [UInt8]
    public let original: [UInt8]
    public let crop: PhotoCrop
    public let hash: PhotoHash
    let originalHash: PhotoHash

    public init(_ bytes: [UInt8], from original: [UInt8], _ crop: PhotoCrop) {
        (self.bytes, self.original, self.crop) = (bytes, original, crop)
        hash = PhotoHash(of: bytes)
        originalHash = PhotoHash(of: original)
    }
}
