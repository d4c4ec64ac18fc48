import CardStorage
import Cards
import Synchronization
import Testing

@testable import CardViewModels

@Suite("Loading pictures")
struct PictureLoadingTests {
    /// Counts its calls.
    private final class CountingPhotos: PhotoDecoder {
        private let fake = FakePhotos()
        private let counts = Mutex((decoded: 0, thumbnails: 0))

        var decoded: Int { counts.withLock { $0.decoded } }
        var thumbnails: Int { counts.withLock { $0.thumbnails } }

        func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage {
            counts.withLock { $0.decoded += 1 }
            return try await fake.decode(bytes, fitting: size)
        }

        func thumbnail(of bytes: [UInt8], fitting size: PixelSize) async throws -> [UInt8] {
            counts.withLock { $0.thumbnails += 1 }
            return try await fake.thumbnail(of: bytes, fitting: size)
        }

        func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8] { bytes }
        func releaseResources() async {}
    }

    private let photos = CountingPhotos()
    private let hash = PhotoHash(of: [34, 21])

    private func store() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        var card = Card(identifier: .random(), name: "Club")
        card.front = hash
        try await store.apply([.set(CardPatch(from: nil, to: card, photos: [hash: [34, 21]]))])
        return store
    }

    @Test("nothing is decoded twice for the same size")
    func once() async throws {
        let loading = PictureLoading(store: try await store(), photos: photos, cache: PhotoCache())
        for _ in 0..<3 {
            guard case .shown = await loading.picture(hash) else {
                Issue.record("no picture")
                return
            }
        }
        #expect(photos.decoded == 1)
        #expect(photos.thumbnails == 0)
    }

    @Test("small pictures share one thumbnail, whatever their sizes, also at the next start")
    func thumbnail() async throws {
        let store = try await store()
        for width in [100, 200, 320] {
            let loading = PictureLoading(store: store, photos: photos, cache: PhotoCache())
            guard case .shown = await loading.picture(hash, fitting: PixelSize(width: width, height: 100)) else {
                Issue.record("no picture at \(width)")
                return
            }
        }
        #expect(photos.thumbnails == 1)
        #expect(try await store.thumbnail(of: hash) != nil)
    }

    @Test("an invalid and a missing photo give a reason")
    func failures() async throws {
        let store = try await store()
        let loading = PictureLoading(store: store, photos: photos, cache: PhotoCache())
        let size = PixelSize(width: 100, height: 100)
        #expect(await loading.picture([1], fitting: size) == .failed("This is not a picture."))
        #expect(await loading.picture(PhotoHash(of: [7]), fitting: size) == .failed("The photo is missing."))
    }
}
