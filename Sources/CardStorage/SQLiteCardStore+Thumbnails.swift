public import Cards

extension SQLiteCardStore: ThumbnailKeeping {
    public func thumbnail(of photo: PhotoHash) throws -> [UInt8]? { try tables.photos.thumbnail(of: photo) }

    /// Sends no notice: a thumbnail changes no card.
    public func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) throws {
        guard readOnlyReason == nil else { return }
        try connection.transaction { () throws(StoreError) in try tables.photos.keepThumbnail(bytes, of: photo) }
    }
}
