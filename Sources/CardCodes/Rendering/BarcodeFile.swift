internal import Basics
public import Cards

/// A barcode as a picture file: with its quiet zone, in the shape and size in which it is printed.
public enum BarcodeFile {
    /// Pixels for each module: enough to print it.
    private static let modulePixels = 8

    /// - Returns: nil if libpng is missing, or if the shape cannot be drawn in that size.
    public static func png(_ symbol: BarcodeSymbol, isInverted: Bool = false) -> [UInt8]? {
        raster(symbol).flatMap { raster in
            PNG.bytes(
                width: raster.width, height: raster.height, channels: .rgba,
                pixels: raster.rgba(isInverted: isInverted), keepsAlpha: false)
        }
    }

    /// One path of rectangles on a background.
    /// - Returns: nil if the shape cannot be drawn in that size.
    public static func svg(_ symbol: BarcodeSymbol, isInverted: Bool = false) -> String? {
        guard let drawn = raster(symbol) else { return nil }
        let (ink, paper) = isInverted ? ("#fff", "#000") : ("#000", "#fff")
        let (width, height) = (drawn.width, drawn.height)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" shape-rendering="crispEdges">
            <rect width="\(width)" height="\(height)" fill="\(paper)"/>
            <path fill="\(ink)" d="\(path(drawn))"/>
            </svg>

            """
    }

    private static func raster(_ symbol: BarcodeSymbol) -> BarcodeRaster? {
        BarcodeSizes.file(symbol, moduleWidth: modulePixels).map { BarcodeRaster($0) }
    }

    /// A rectangle for each run of dark pixels; rows of pixels that are alike share theirs.
    private static func path(_ raster: BarcodeRaster) -> String {
        var path = ""
        var y = 0
        while y < raster.height {
            let row = raster.dark[y * raster.width..<(y + 1) * raster.width]
            var end = y + 1
            while end < raster.height, raster.dark[end * raster.width..<(end + 1) * raster.width].elementsEqual(row) {
                end += 1
            }
            var x = row.startIndex
            while let start = row[x...].firstIndex(of: true) {
                x = row[start...].firstIndex(of: false) ?? row.endIndex
                path += "M\(start - row.startIndex) \(y)h\(x - start)v\(end - y)h-\(x - start)z"
            }
            y = end
        }
        return path
    }
}
