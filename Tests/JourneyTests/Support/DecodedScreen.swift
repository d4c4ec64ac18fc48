import BarcodeSupport
import CardCodes
import Cards
import PtySupport
import Terminal
import TestSupport

extension VirtualTerminal {
    /// The screen as a canvas, for a picture of it.
    var canvas: Canvas {
        var canvas = Canvas(size: size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let look = self[column, row]
                let style = Style(
                    foreground: look.foreground, background: look.background, attributes: look.attributes)
                canvas.write(
                    SafeText(look.text.isEmpty ? " " : look.text), at: Point(column: column, row: row), style: style)
            }
        }
        return canvas
    }
}

extension TerminalProgram {
    /// Waits until both readers decode the content from the screen.
    func wait(forBarcode value: String, _ format: BarcodeFormat) async throws {
        let content = try BarcodeContent(value, as: format)
        try await wait(until: "the barcode of \(value)") { screen in
            guard let image = ScreenRaster().image(of: screen.canvas) else { return false }
            return Decoding.Reader.allCases.allSatisfy { Self.decodes(content, from: image, by: $0) }
        }
    }

    private static func decodes(_ content: BarcodeContent, from image: GreyImage, by reader: Decoding.Reader) -> Bool {
        do {
            return try Decoding.difference(between: content, and: image, reader) == nil
        } catch {
            return false
        }
    }
}
