internal import CZint
public import Cards

/// Draws barcodes with libzint, which is loaded for the first one.
public struct ZintDrawing: BarcodeDrawing {
    public init() {}

    public func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
        var symbols: [BarcodeSymbol] = []
        var problem: BarcodeProblem?
        for request in ZintRequest.requests(for: content) {
            do throws(BarcodeProblem) {
                let symbol = try Self.symbol(request, of: content.format)
                if !symbols.contains(symbol) { symbols.append(symbol) }
            } catch {
                // The content is too long for this shape; another may hold it.
                problem = problem ?? error
            }
        }
        guard symbols.isEmpty else { return symbols }
        throw problem ?? .unknownFormat(content.format.label)
    }

    static func symbol(
        _ request: ZintRequest, of format: BarcodeFormat
    ) throws(BarcodeProblem) -> BarcodeSymbol {
        guard czint_is_there() else { throw .libraryMissing("libzint") }
        guard let symbol = czint_new(request.symbology, request.inputMode, request.eci) else {
            throw .notDrawn("there is not enough memory")
        }
        defer { czint_release(symbol) }
        (symbol.pointee.option_1, symbol.pointee.option_2, symbol.pointee.option_3) = request.options
        withUnsafeMutableBytes(of: &symbol.pointee.primary) { buffer in
            // The remaining zeros terminate the string.
            for (index, byte) in request.primary.prefix(buffer.count - 1).enumerated() { buffer[index] = byte }
        }
        // For a count of 0 the library would search for a terminating zero.
        guard !request.bytes.isEmpty else { throw .empty }
        let result = czint_encode(symbol, request.bytes, Int32(clamping: request.bytes.count))
        guard result < ZINT_ERROR else {
            throw result == ZINT_ERROR_TOO_LONG ? BarcodeProblem.doesNotFit(format) : .notDrawn(message(of: symbol))
        }
        let (width, count) = (Int(symbol.pointee.width), Int(symbol.pointee.rows))
        guard width > 0, count > 0 else { throw .notDrawn("the library drew nothing") }
        let shape = format.shape(rows: count)
        let rows = (0..<count).map { row in
            let modules = (0..<width).map { czint_is_dark(symbol, Int32($0), Int32(row)) }
            let height = Int(czint_row_height(symbol, Int32(row)).rounded())
            return BarcodeSymbol.Row(modules: modules, height: format.rowHeight(drawn: height, shape))
        }
        return BarcodeSymbol(shape: shape, rows: rows, quietZone: format.quietZone(width: width))
    }

    /// The library's error message without its number.
    private static func message(of symbol: UnsafePointer<zint_symbol>) -> String {
        let text = String(cString: czint_message(symbol))
        guard let colon = text.firstIndex(of: ":") else { return text }
        return text[text.index(after: colon)...].drop { $0 == " " }.description
    }
}
