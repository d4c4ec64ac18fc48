import Cards
import TestSupport
import Testing

@testable import CardPhotos

@Suite("Huffman tables that cameras omit", .timeLimit(.minutes(5)))
struct JPEGStandardTablesTests {
    /// A picture of ffmpeg with the standard tables, split into the picture without them, as cameras send it, and the segment
    /// with them.
    private func cameraPicture() async throws -> (whole: [UInt8], bare: [UInt8], tables: [UInt8]) {
        let command = CameraFolder.movingPictures("-huffman default -frames:v 1")
        var iterator = CommandCamera(command: command, clock: TestClock()).pictures().makeAsyncIterator()
        let whole = try #require(try await iterator.next())
        var (bare, tables, rest) = (Array(whole.prefix(2)), [UInt8](), whole.dropFirst(2))
        while rest.dropFirst().first != 0xDA {
            let header = Array(rest.prefix(4))
            try #require(header.count == 4)
            let segment = rest.prefix(2 + Int(header[2]) << 8 + Int(header[3]))
            if header[1] == 0xC4 { tables += segment } else { bare += segment }
            rest = rest.dropFirst(segment.count)
        }
        return (whole, bare + rest, tables)
    }

    @Test("a picture without tables gets the standard ones, before the scan")
    func completed() async throws {
        let (whole, bare, tables) = try await cameraPicture()
        let completed = JPEGStandardTables.completing(bare)
        let scan = try #require(bare.indices.first { bare[$0...].starts(with: [0xFF, 0xDA]) })
        #expect(completed == Array(bare[..<scan] + tables + bare[scan...]))
        let isSame = try await Helper.with { decoder in
            let box = PixelSize(width: 64, height: 64)
            return try await decoder.decode(completed, fitting: box) == decoder.decode(whole, fitting: box)
        }
        #expect(isSame)
        // Fill bytes may precede a marker.
        let filled = bare.prefix(2) + [0xFF, 0xFF] + bare.dropFirst(2)
        #expect(JPEGStandardTables.completing(Array(filled)).count == filled.count + tables.count)
    }

    @Test("a camera's pictures have tables")
    func fromCamera() async throws {
        let bare = try await cameraPicture().bare
        let folder = try CameraFolder()
        let picture = try folder.picture(bare, "bare.jpg")
        var iterator = CommandCamera(command: "cat \(picture)", clock: TestClock()).pictures().makeAsyncIterator()
        #expect(try await iterator.next() == JPEGStandardTables.completing(bare))
        withExtendedLifetime(folder) {}
    }

    @Test("a picture with tables, and other data, stay unchanged")
    func untouched() {
        for picture in [Pictures.jpeg, Pictures.progressiveJPEG, [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF], []] {
            #expect(JPEGStandardTables.completing(picture) == picture)
        }
    }

    @Test("a truncated picture is not read beyond its end")
    func cut() {
        for count in Pictures.jpeg.indices { _ = JPEGStandardTables.completing(Array(Pictures.jpeg.prefix(count))) }
        #expect(JPEGStandardTables.completing([0xFF, 0xD8, 0xFF, 0xDB, 0, 0]) == [0xFF, 0xD8, 0xFF, 0xDB, 0, 0])
    }
}
