/// Stores thumbnails beside the photos, so that each is made once.
public protocol ThumbnailKeeping: Sendable {
    /// The thumbnail of a photo, as a file's bytes; nil if there is none yet.
    func thumbnail(of photo: PhotoHash) async throws -> [UInt8]?

    /// Stores it for as long as the photo exists. It counts as no change of a card and sends no notice.
    func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) async throws
}
