import TestSupport
import Testing

@testable import CardPhotos

@Suite("Splitting a stream of JPEGs")
struct JPEGStreamSplitterTests {
    private let pictures = [Pictures.jpeg, Pictures.progressiveJPEG, Pictures.oriented(Pictures.jpeg, 6)]

    /// Adds the chunks one after the other, and returns all pictures.
    private func split(_ pieces: some Sequence<[UInt8]>) throws(JPEGStreamSplitter.Failure) -> [[UInt8]] {
        var splitter = JPEGStreamSplitter()
        var found: [[UInt8]] = []
        for piece in pieces { found += try splitter.add(piece) }
        return found
    }

    @Test("pictures that arrive in one chunk are unchanged")
    func whole() throws {
        #expect(try split([pictures.flatMap { $0 }]) == pictures)
        #expect(try split(pictures) == pictures)
    }

    @Test("for any chunks, even single bytes, the pictures are the same")
    func cut() throws {
        let stream = pictures.flatMap { $0 }
        for place in 0...stream.count {
            let found = try split([Array(stream[..<place]), Array(stream[place...])])
            #expect(found == pictures, "cut at \(place)")
        }
        #expect(try split(stream.map { [$0] }) == pictures)
    }

    @Test("a picture is returned with its last byte, not with the next picture")
    func runSynchronously() throws {
        var splitter = JPEGStreamSplitter()
        #expect(try splitter.add(Pictures.jpeg.dropLast()) == [])
        #expect(try splitter.add([0xD9]) == [Pictures.jpeg])
    }

    @Test("the end marker of a thumbnail does not end the picture")
    func thumbnail() throws {
        let length = Pictures.jpeg.count + 2
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Pictures.jpeg
        let picture = [0xFF, 0xD8] + segment + Pictures.jpeg.dropFirst(2)
        #expect(try split([picture + picture]) == [picture, picture])
        #expect(try split((picture + picture).map { [$0] }) == [picture, picture])
    }

    @Test("an empty segment, fill bytes and restart markers belong to the picture")
    func markers() throws {
        let picture: [UInt8] =
            [
                0xFF, 0xD8, 0xFF, 0xFF, 0xFE, 0, 2, 0xFF, 0xDA, 0, 4, 1, 2, 7, 0xFF, 0x00, 0xFF, 0xD0, 8, 0xFF, 0xFF,
                0xD9,
            ]
        #expect(try split([picture + picture]) == [picture, picture])
    }

    @Test(
        "data between pictures is skipped",
        arguments: [
            Array("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 500\r\n\r\n".utf8), [0], [0xFF],
            [0xFF, 0xFF],
            [0xFF, 0xD8], [0xFF, 0xD8, 0], [0xFF, 0xD9, 0xFF, 0xD9],
        ])
    func between(noise: [UInt8]) throws {
        let stream = pictures.flatMap { noise + $0 } + noise
        // A start marker in the noise may include following data, at most one picture.
        #expect(try split([stream]) == pictures)
        #expect(try split(stream.map { [$0] }) == pictures)
    }

    @Test("a truncated picture is dropped, and the next one is complete")
    func brokenOff() throws {
        let coded = Pictures.jpeg.dropLast(20)
        #expect(try split([coded + Pictures.jpeg]) == [Pictures.jpeg])
        let badLength: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 1]
        #expect(try split([badLength + Pictures.jpeg]) == [Pictures.jpeg])
    }

    @Test("data without pictures gives an error", arguments: ["no picture here\n", "\u{FF}\u{D8} ", "\u{FF}"])
    func noPictures(text: String) throws {
        let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let piece = Array(repeatElement(latin, count: JPEGStreamSplitter.maximumSkipped / latin.count / 2).joined())
        var splitter = JPEGStreamSplitter()
        #expect(try splitter.add(piece) == [])
        #expect(throws: JPEGStreamSplitter.Failure.noPictures) { _ = try splitter.add(piece + piece) }
    }

    @Test("the limit of skipped data begins again with each picture")
    func skipsAnew() throws {
        let noise = [UInt8](repeating: 0x20, count: JPEGStreamSplitter.maximumSkipped - 1)
        let found = try split([noise + Pictures.jpeg, noise + Pictures.jpeg])
        #expect(found == [Pictures.jpeg, Pictures.jpeg])
    }

    @Test("a picture without an end gives an error")
    func endless() throws {
        var splitter = JPEGStreamSplitter()
        _ = try splitter.add(Pictures.jpeg.dropLast(2))
        let piece = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<15 { #expect(try splitter.add(piece) == []) }
        #expect(throws: JPEGStreamSplitter.Failure.pictureTooLarge) { _ = try splitter.add(piece) }
    }

    @Test("damaged streams give only data that begins and ends as a picture")
    func damaged() throws {
        var random = SeededGenerator(usual: 17)
        for round in 0..<300 {
            var stream = pictures.flatMap { $0 }
            for _ in 0..<20 {
                let place = Int.random(in: 0..<stream.count, using: &random)
                stream[place] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: 0...255, using: &random)
            }
            for picture in try split([stream]) {
                #expect(
                    picture.starts(with: [0xFF, 0xD8, 0xFF]) && picture.suffix(2) == [0xFF, 0xD9], "round \(round)")
            }
        }
    }
}
