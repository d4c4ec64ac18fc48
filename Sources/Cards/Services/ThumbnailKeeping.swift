/// Keeps photos as small pictures beside the photos themselves, so that each is made once.
public protocol ThumbnailKeeping: Sendable {
    /// The small picture of a photo, a file's bytes; nil where none was made yet.
    func thumbnail(of photo: PhotoHash) async throws -> [UInt8]?

    /// Keeps it for as long as the photo is there. It is no change of any card, and nobody is told.
    func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) async throws
}
