import Cards
import PtySupport
import Terminal
import TestSupport

/// The difference between pictures as symbols and the originals: ours and the command chafa's at the same size and in the same
/// colors, with the same characters and with chafa's default characters, which include lines; and the time for ours.
struct SymbolFigures {
    /// Small as on the card page, large as on the photo screen, and as large as terminals get.
    static let sizes = [Size(columns: 38, rows: 12), Size(columns: 78, rows: 20), Size(columns: 160, rows: 50)]
    /// The same as in `SymbolArt`.
    private static let symbols = "space+solid+block+half+quad+inverted"
    private static let chafa = "/usr/bin/chafa"
    private static let repeats = 5
    /// The size to which a card's photo is decoded.
    private static let picture = PixelSize(width: 800, height: 504)

    struct Figure {
        let name: String
        let ours: Double
        let theirs: Double
        /// With chafa's default characters; nil if one of them is unsupported here.
        let theirsWithLines: Double?
        /// The time for ours.
        var time = Samples()
    }

    private(set) var figures: [Figure] = []

    init() throws {
        let folder = try TemporaryFolder()
        let files = PhotoFiles(folder: folder)
        for kind in PaintedPicture.Kind.allCases {
            let picture = PaintedPicture(kind, size: Self.picture)
            let path = try files.write(picture.ppm, to: "picture.ppm")
            for (colors, mode, words) in [(ColorDepth.trueColor, "full", ""), (.indexed256, "256", ", 256 colours")] {
                for size in Self.sizes {
                    let (ours, time) = try Self.ours(picture, size, colors)
                    let theirs = try Self.theirs(path, size, mode, symbols: Self.symbols)
                    let withLines = try? Self.theirs(path, size, mode)
                    figures.append(
                        Figure(
                            name: "\(kind.rawValue), \(size.columns)x\(size.rows)\(words)",
                            ours: ours.meanError(against: picture), theirs: theirs.meanError(against: picture),
                            theirsWithLines: withLines?.meanError(against: picture),
                            time: time))
                }
            }
        }
    }

    private static func ours(
        _ picture: PaintedPicture, _ size: Size, _ colors: ColorDepth
    ) throws -> (CellRaster, Samples) {
        var canvas = Canvas(size: size)
        var time = Samples()
        for _ in 0..<repeats {
            let start = ContinuousClock.now
            let view = PictureView(
                rgba: picture.rgba, width: picture.size.width, height: picture.size.height, size: size, colors: colors)
            time.add(start.duration(to: .now))
            guard let view else { throw BenchError("libchafa is not installed") }
            view.draw(on: &canvas, in: canvas.bounds)
        }
        let raster = try CellRaster(size: size) { column, row in
            let cell = canvas[column, row]
            return CellRaster.Look(
                text: cell.text, foreground: cell.style.foreground, background: cell.style.background,
                isReversed: cell.style.attributes.contains(.reverse))
        }
        return (raster, time)
    }

    private static func theirs(_ path: String, _ size: Size, _ mode: String, symbols: String? = nil) throws
        -> CellRaster
    {
        // One more row: after the picture chafa moves to the next one.
        let command = try TerminalRecorder(
            path: chafa,
            arguments: [
                "--format=symbols", "--colors=\(mode)", "--stretch", "--size=\(size.columns)x\(size.rows)", path,
            ] + (symbols.map { ["--symbols=\($0)"] } ?? []), environment: TerminalProgram.pinned,
            size: Size(columns: size.columns, rows: size.rows + 1))
        // Reads all output: it may exit before that is read.
        command.read(untilQuietFor: 5000)
        guard command.waitForEnd() == 0 else { throw BenchError("chafa failed") }
        var raster: Result<CellRaster, any Error> = .failure(BenchError("chafa wrote nothing"))
        let last = command.chunks.count - 1
        _ = command.replay { screen, chunk in
            guard chunk == last else { return false }
            raster = Result {
                try CellRaster(size: size) { column, row in
                    let look = screen[column, row]
                    return CellRaster.Look(
                        text: look.text, foreground: look.foreground, background: look.background,
                        isReversed: look.attributes.contains(.reverse))
                }
            }
            return true
        }
        return try raster.get()
    }
}
