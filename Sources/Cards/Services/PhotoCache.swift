/// Caches decoded pictures by photo and requested size.
///
/// It is limited in bytes and evicts the least recently used; it decodes nothing and caches no failures.
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

    /// The cached picture for this size, if any.
    public func image(_ photo: PhotoHash, fitting size: PixelSize) -> PixelImage? {
        uses += 1
        let key = Key(photo: photo, size: size)
        entries[key]?.lastUse = uses
        return entries[key]?.image
    }

    /// Adds a picture, and evicts the least recently used ones. A picture larger than the cache is not added.
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
