internal import Basics
internal import Cards

/// Writes cards as a page to print: one file of HTML with the photos and the barcodes in it, which fetches nothing. Every text of a
/// card is escaped.
struct PageCardSink: CardSink {
    private var text: String
    private let drawing: (any BarcodeDrawing)?
    private(set) var omissions: [String: Int] = [:]

    /// - Parameter drawing: nil leaves the barcodes out.
    init(_ drawing: (any BarcodeDrawing)?) {
        self.drawing = drawing
        text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <title>Cards</title>
            <style>
            body { font-family: sans-serif; margin: 1em; display: flex; flex-wrap: wrap; gap: 1em; }
            article { border: 1px solid #999; border-radius: 8px; padding: 1em; width: 20em; break-inside: avoid; }
            h2 { margin: 0 0 .3em; font-size: 1.2em; overflow-wrap: anywhere; }
            p { margin: .3em 0; white-space: pre-wrap; overflow-wrap: anywhere; }
            img, svg { max-width: 100%; max-height: 14em; display: block; margin: .5em auto; }
            svg { background: #fff; }
            </style>
            </head>
            <body>

            """
    }

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) {
        let border = card.color.map { " style=\"border-color: \($0.text)\"" } ?? ""
        text += "<article\(border)>\n<h2>\(Self.escaped(card.name))</h2>\n"
        var (hasAllCodes, hasAllPictures) = (true, true)
        if let barcode = card.barcode {
            if let svg = svg(of: barcode, number: card.number) { text += svg } else { hasAllCodes = false }
        }
        for line in Self.lines(of: card) where !line.isEmpty { text += "<p>\(Self.escaped(line))</p>\n" }
        for code in card.codes {
            let value = code.barcode.value ?? card.number
            text += "<p>\(Self.escaped(code.label.isEmpty ? value : "\(code.label): \(value)"))</p>\n"
            if let svg = svg(of: code.barcode, number: card.number) { text += svg } else { hasAllCodes = false }
        }
        func add(_ bytes: [UInt8]?, _ label: String) {
            guard let bytes else { return }
            if let image = Self.image(bytes, label) { text += image } else { hasAllPictures = false }
        }
        let sides = [card.front, card.back].compactMap { $0 }
        for hash in sides.isEmpty ? [card.icon].compactMap({ $0 }) : sides {
            add(photos[hash], "")
        }
        for picture in card.pictures {
            add(photos[picture.hash], picture.label)
        }
        text += "</article>\n"
        if !hasAllCodes { omissions["barcodes that cannot be drawn there", default: 0] += 1 }
        if !hasAllPictures { omissions["pictures that browsers do not show", default: 0] += 1 }
    }

    mutating func finish() { text += "</body>\n</html>\n" }

    var byteCount: Int { text.utf8.count }

    mutating func drain() -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }

    private static func lines(of card: Card) -> [String] {
        var lines = [card.number, card.note, card.phone, card.website]
        if !card.balance.isEmpty { lines.append("Balance: \(card.balance) \(card.currency ?? "points")") }
        lines += card.ownFields.map { "\($0.name): \($0.value)" }
        if let day = card.validFrom { lines.append("Valid from \(day.text)") }
        if let day = card.expiry { lines.append("Expires \(day.text)") }
        if !card.groups.isEmpty { lines.append(card.groups.joined(separator: ", ")) }
        return lines
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            default: result += scalar.properties.generalCategory == .control ? " " : String(scalar)
            }
        }
    }

    /// The picture with its label below; nil for a format that browsers do not show.
    private static func image(_ bytes: [UInt8], _ label: String) -> String? {
        guard let type = type(of: bytes) else { return nil }
        let image = "<img alt=\"\(escaped(label))\" src=\"data:\(type);base64,\(Base64.text(of: bytes))\">\n"
        return label.isEmpty ? image : image + "<p>\(escaped(label))</p>\n"
    }

    /// The formats that browsers show.
    private static func type(of bytes: [UInt8]) -> String? {
        let types = [
            "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
        ]
        return types[PhotoFileName.ending(of: bytes)]
    }

    /// The modules as one path; hexagons are drawn nowhere but on a screen.
    private func svg(of barcode: Barcode, number: String) -> String? {
        guard let content = try? barcode.content(number: number),
            let symbol = try? drawing?.symbols(for: content).first, symbol.shape != .hexagons
        else { return nil }
        let zone = symbol.quietZone
        // Bars are as high as is usual for scanners at a counter.
        let bars = symbol.shape == .bars ? max(symbol.height, symbol.width / 3) : symbol.height
        var (path, top) = ("", zone.top)
        for row in symbol.rows {
            let height = symbol.shape == .bars ? bars : row.height
            var column = 0
            while column < row.modules.count {
                let run = row.modules[column...].prefix { $0 == row.modules[column] }.count
                if row.modules[column] { path += "M\(zone.left + column) \(top)h\(run)v\(height)h-\(run)z" }
                column += run
            }
            top += height
        }
        let (width, height) = (symbol.width + zone.left + zone.right, top + zone.bottom)
        return """
            <svg viewBox="0 0 \(width) \(height)" width="\(width * 2)" height="\(height * 2)" shape-rendering="crispEdges">\
            <path d="\(path)"/></svg>

            """
    }
}
