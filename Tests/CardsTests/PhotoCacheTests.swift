import Cards
import Testing

@Suite("The cache of decoded pictures")
struct PhotoCacheTests {
    private let size = PixelSize(width: 5, height: 5)

    /// 100 bytes.
    private func image(_ value: UInt8) throws -> PixelImage {
        try #require(PixelImage(size: size, rgba: [UInt8](repeating: value, count: 100)))
    }

    private func photo(_ value: UInt8) -> PhotoHash { PhotoHash(of: [value]) }

    @Test("a picture is found by its photo and requested size only")
    func find() async throws {
        let cache = PhotoCache()
        await cache.keep(try image(1), of: photo(1), fitting: size)
        #expect(await cache.image(photo(1), fitting: size) == (try image(1)))
        #expect(await cache.image(photo(2), fitting: size) == nil)
        #expect(await cache.image(photo(1), fitting: PixelSize(width: 5, height: 6)) == nil)
    }

    @Test("the least recently used picture is removed when the cache is full")
    func evict() async throws {
        let cache = PhotoCache(maximumBytes: 250)
        await cache.keep(try image(1), of: photo(1), fitting: size)
        await cache.keep(try image(2), of: photo(2), fitting: size)
        _ = await cache.image(photo(1), fitting: size)
        await cache.keep(try image(3), of: photo(3), fitting: size)
        #expect(await cache.image(photo(1), fitting: size) != nil)
        #expect(await cache.image(photo(2), fitting: size) == nil)
        #expect(await cache.image(photo(3), fitting: size) != nil)
    }

    @Test("a picture stored twice counts once")
    func again() async throws {
        let cache = PhotoCache(maximumBytes: 250)
        await cache.keep(try image(1), of: photo(1), fitting: size)
        for value in UInt8(2)...9 { await cache.keep(try image(value), of: photo(2), fitting: size) }
        #expect(await cache.image(photo(1), fitting: size) != nil)
        #expect(await cache.image(photo(2), fitting: size) == (try image(9)))
    }

    @Test("a picture larger than the cache is not stored, and removes no other")
    func tooLarge() async throws {
        let cache = PhotoCache(maximumBytes: 150)
        await cache.keep(try image(1), of: photo(1), fitting: size)
        let large = try #require(
            PixelImage(size: PixelSize(width: 10, height: 10), rgba: [UInt8](repeating: 0, count: 400)))
        await cache.keep(large, of: photo(2), fitting: size)
        #expect(await cache.image(photo(2), fitting: size) == nil)
        #expect(await cache.image(photo(1), fitting: size) != nil)
    }
}
