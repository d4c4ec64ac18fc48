/// The lines of the box drawing characters (U+2500 to U+257F) as rectangles in a cell of eight by sixteen pixels, as in fonts: one
/// pixel for a light line, two for a heavy one. Corners are not rounded, and double lines are not expected.
enum BoxDrawing {
    /// The arms of each character to the left, up, right and down: 0 none, 1 light, 2 heavy, 3 double.
    private static let arms = """
        1010 2020 0101 0202 1010 2020 0101 0202 1010 2020 0101 0202 0011 0021 0012 0022 1001 2001 1002 2002 0110 0120
        0210 0220 1100 2100 1200 2200 0111 0121 0211 0112 0212 0221 0122 0222 1101 2101 1201 1102 1202 2201 2102 2202
        1011 2011 1021 2021 1012 2012 1022 2022 1110 2110 1120 2120 1210 2210 1220 2220 1111 2111 1121 2121 1211 1112
        1212 2211 1221 2112 1122 2221 2122 2212 1222 2222 1010 2020 0101 0202 3030 0303 0031 0013 0033 3001 1003 3003
        0130 0310 0330 3100 1300 3300 0131 0313 0333 3101 1303 3303 3031 1013 3033 3130 1310 3330 3131 1313 3333 0011
        1001 1100 0110 0000 0000 0000 1000 0100 0010 0001 2000 0200 0020 0002 1020 0102 2010 0201
        """.split { $0 == " " || $0 == "\n" }.map { $0.utf8.map { Int($0) - 48 } }

    /// Nil for any other character.
    static func parts(of value: Int) -> [CellRaster.Part]? {
        let position = value - 0x2500
        guard arms.indices.contains(position) else { return nil }
        // Diagonals: rising, falling, and both.
        let isDiagonal = (0x2571...0x2573).contains(value)
        if isDiagonal {
            return (0..<16).flatMap { row -> [CellRaster.Part] in
                let rising: CellRaster.Part = (7 - row / 2, row, 8 - row / 2, row + 1)
                let falling: CellRaster.Part = (row / 2, row, row / 2 + 1, row + 1)
                return (value == 0x2572 ? [] : [rising]) + (value == 0x2571 ? [] : [falling])
            }
        }
        let parts = arms[position].enumerated().compactMap { side, weight -> CellRaster.Part? in
            guard weight > 0 else { return nil }
            let thickness = weight == 1 ? 1 : 2
            let (across, along) = (4 - thickness / 2, 8 - thickness / 2)
            return switch side {
            case 0: (0, along, 4, along + thickness)
            case 1: (across, 0, across + thickness, 8)
            case 2: (4, along, 8, along + thickness)
            default: (across, 8, across + thickness, 16)
            }
        }
        return dashes(of: value).map { count in parts.flatMap { cut($0, dashes: count) } } ?? parts
    }

    /// The number of dashes of a line; nil for a solid one.
    private static func dashes(of value: Int) -> Int? {
        switch value {
        case 0x2504...0x2507: 3
        case 0x2508...0x250B: 4
        case 0x254C...0x254F: 2
        default: nil
        }
    }

    /// The half of the line's pixels that belongs to its dashes.
    private static func cut(_ part: CellRaster.Part, dashes: Int) -> [CellRaster.Part] {
        let isAcross = part.right - part.left > part.bottom - part.top
        let length = isAcross ? 8 : 16
        return (isAcross ? part.left..<part.right : part.top..<part.bottom).compactMap { position in
            guard (position * 2 * dashes / length).isMultiple(of: 2) else { return nil }
            return isAcross
                ? (position, part.top, position + 1, part.bottom) : (part.left, position, part.right, position + 1)
        }
    }
}
