/// Keeps decoded pictures by photo and by the size that was asked for, so that nothing is decoded twice for the same
/// size.
///
/// It holds pictures up to a number of bytes, the last used ones; it decodes nothing and keeps no failures.
public actor PhotoCache {
    private struct Key: Hashable {
        let photo: PhotoHash
        let size: PixelSize
    }

    private struct Entry {
        let image: PixelImage
        var lastUse: Int
    }

    private let maximumBytes: Int
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var uses = 0

    public init(maximumBytes: Int = 16 << 20) { self.maximumBytes = maximumBytes }

    /// The picture that was kept for this size, if it still is.
    public func image(_ photo: PhotoHash, fitting size: PixelSize) -> PixelImage? {
        uses += 1
        let key = Key(photo: photo, size: size)
        entries[key]?.lastUse = uses
        return entries[key]?.image
    }

    /// Keeps a picture, and lets go of those that were not used for longest. One that is larger than the cache is not
    /// kept.
    public func keep(_ image: PixelImage, of photo: PhotoHash, fitting size: PixelSize) {
        let key = Key(photo: photo, size: size)
        remove(key)
        guard image.rgba.count <= maximumBytes else { return }
        uses += 1
        entries[key] = Entry(image: image, lastUse: uses)
        bytes += image.rgba.count
        while bytes > maximumBytes, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private func remove(_ key: Key) { bytes -= entries.removeValue(forKey: key)?.image.rgba.count ?? 0 }
}
