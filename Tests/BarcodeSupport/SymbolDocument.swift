public import Cards

/// Documents with barcodes on their pages.
public enum SymbolDocument {
    /// A document (PDF 1.4) with a symbol on each of the first pages, drawn as rectangles.
    public static func pdf(
        _ symbols: [BarcodeSymbol?], pages: Int? = nil, box: String = "0 0 595 842", trailer: String = ""
    )
        -> [UInt8]
    {
        let count = pages ?? symbols.count
        let kids = (0..<count).map { "\(3 + $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(count) >>",
        ]
        for page in 0..<count {
            let drawing = page < symbols.count ? " /Contents \(3 + count + page) 0 R" : ""
            objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [\(box)]\(drawing) >>")
        }
        for symbol in symbols {
            let content = symbol.map(drawing) ?? ""
            objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        var length = text.utf8.count
        for (index, object) in objects.enumerated() {
            places.append(length)
            let part = "\(index + 1) 0 obj\n\(object)\nendobj\n"
            length += part.utf8.count
            text += part
        }
        func padded(_ number: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: 10 - digits.count) + digits
        }
        let table = places.map { "\(padded($0)) 00000 n \n" }.joined()
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(table)"
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R \(trailer)>>\nstartxref\n\(length)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// Modules of 1.2 points, bars of 60.
    private static func drawing(of symbol: BarcodeSymbol) -> String {
        var top = 700.0
        var text = ""
        for row in symbol.rows {
            let height = symbol.shape == .bars ? 60.0 : Double(row.height) * 1.2
            top -= height
            for (column, isDark) in row.modules.enumerated() where isDark {
                text += "\(100 + Double(column) * 1.2) \(top) 1.2 \(height) re\n"
            }
        }
        return text + "f"
    }
}
