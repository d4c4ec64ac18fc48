import PtySupport
import Terminal

/// The time from the key to the complete barcode screen: for the first barcode after a start, which opens the library, and for
/// later ones.
struct PageFigures {
    private static let starts = 15
    private static let openings = 15

    private(set) var first = Samples()
    private(set) var again = Samples()

    init(_ data: BarcodeBenchmarkData, rank: Int) throws {
        // The first run only warms the caches.
        for start in 0...Self.starts {
            let terminal = try data.program().startReady()
            defer { terminal.recorder.kill() }
            for _ in 0..<rank { _ = MoveFigures.press(Array("j".utf8), terminal.recorder) }
            let time = try Self.open(terminal)
            if start > 0 { first.add(time) }
            guard start == Self.starts else { continue }
            for _ in 0..<Self.openings {
                guard terminal.press([0x1B], until: { StatusLine.position(on: $0) != nil }) != nil else {
                    throw BenchError("the list does not come back:\n\(terminal.text)")
                }
                terminal.recorder.read(untilQuietFor: 100)
                again.add(try Self.open(terminal))
            }
        }
    }

    private static func open(_ terminal: WatchedTerminal) throws -> Duration {
        guard let time = terminal.press(Array("b".utf8), until: \.showsBarcode) else {
            throw BenchError("there is no barcode:\n\(terminal.text)")
        }
        return time
    }
}

extension VirtualTerminal {
    /// Rows that are white at both edges, with many dark cells, and the number and key hints below.
    fileprivate var showsBarcode: Bool {
        var dark = 0
        for row in 0..<size.rows {
            guard self[0, row].background == .rgb(255, 255, 255),
                self[size.columns - 1, row].background == .rgb(255, 255, 255)
            else { return false }
            for column in 0..<size.columns {
                let look = self[column, row]
                let isDark = look.background == .rgb(0, 0, 0)
                if isDark || ["▀", "▄", "▌", "▐"].contains(look.text) { dark += 1 }
            }
        }
        return dark > 100 && row(size.rows - 1).contains("back")
    }
}
