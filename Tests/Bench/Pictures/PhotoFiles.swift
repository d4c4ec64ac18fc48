import Cards
import Foundation
import PtySupport
import TestSupport

/// The photos of the benchmark as JPEG files similar to a camera's: generated, then enlarged and given noise by ffmpeg.
struct PhotoFiles {
    static let ffmpeg = "/usr/bin/ffmpeg"
    /// Twelve megapixels.
    static let large = PixelSize(width: 4000, height: 3000)
    /// The size in which the form stores a card's picture.
    static let usual = PixelSize(width: 1600, height: 1009)

    let folder: TemporaryFolder

    func jpeg(_ size: PixelSize, seed: UInt64) throws -> [UInt8] {
        let painted = PaintedPicture(
            seed.isMultiple(of: 2) ? .photo : .card, size: PixelSize(width: size.width / 4, height: size.height / 4),
            seed: seed)
        return try jpeg(painted, size, seed: seed)
    }

    /// A generated picture, enlarged to that size.
    func jpeg(_ painted: PaintedPicture, _ size: PixelSize, seed: UInt64) throws -> [UInt8] {
        let source = try write(painted.ppm, to: "painted.ppm")
        let target = folder.path + "/photo.jpg"
        let filter = "scale=\(size.width):\(size.height):flags=bicubic,noise=alls=8:all_seed=\(seed),format=yuvj420p"
        try run(
            Self.ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-i", source, "-vf", filter, "-q:v",
            "3", "-flags", "+bitexact", target)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: target)))
    }

    /// The same picture with another hash: with a comment after its first marker (ISO 10918-1, B.2.4.5).
    static func numbered(_ jpeg: [UInt8], _ number: Int) -> [UInt8] {
        let comment = Array("card \(number)".utf8)
        return jpeg.prefix(2) + [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + jpeg.dropFirst(2)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func run(_ path: String, _ arguments: String...) throws {
        let command = try TerminalRecorder(
            path: path, arguments: arguments, environment: TerminalProgram.pinned, size: BenchmarkData.size)
        guard command.waitForEnd() == 0 else {
            let output = command.chunks.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
            throw BenchError("\(path) failed: \(output)")
        }
    }
}
