internal import Cards

/// The shape and quiet zone of each kind, by its standard.
extension BarcodeFormat {
    func shape(rows: Int) -> BarcodeSymbol.Shape {
        switch self {
        case .maxiCode: .hexagons
        case .aztec, .dataMatrix, .microQR, .qrCode, .rMQR: .squares
        case .pdf417: .stacked
        default: rows > 1 ? .stacked : .bars
        }
    }

    /// The height of a row in modules. Rows of PDF417 are three times as high as a module is wide (ISO/IEC 15438, 5.8.2), those
    /// of a DataBar 33 times, of a DataBar Expanded 34 times (ISO/IEC 24724); the height of other bars is free.
    /// - Parameter drawn: the height that the library gives; 0 for data rows, whose height it leaves open.
    func rowHeight(drawn: Int, _ shape: BarcodeSymbol.Shape) -> Int {
        switch shape {
        case .squares, .hexagons, .turnedStack: 1
        case .stacked, .bars, .turnedBars:
            switch self {
            case .pdf417: 3
            case .dataBar where drawn == 0: 33
            case .dataBarExpanded where drawn == 0: 34
            default: shape == .bars ? 1 : max(1, drawn)
            }
        }
    }

    /// Sources: GS1 General Specifications 5.2.3.4 (EAN, UPC and add-ons), 5.4.4 (GS1-128), 5.5 (DataBar needs none: one is kept);
    /// ISO/IEC 15417, 16388, 16390, 15420 and the Codabar specification (10); 18004 (4, Micro QR 2), 23941 (2), 16022 (1), 24778 (none, 1 is kept),
    /// 15438 (2), 16023 (1).
    func quietZone(width: Int) -> BarcodeSymbol.QuietZone {
        func beside(_ left: Int, _ right: Int) -> BarcodeSymbol.QuietZone {
            BarcodeSymbol.QuietZone(left: left, right: right, top: 0, bottom: 0)
        }
        switch self {
        case .ean13: return beside(11, width > 95 ? 5 : 7)
        case .ean8: return beside(7, width > 67 ? 5 : 7)
        case .upcA: return beside(9, width > 95 ? 5 : 9)
        case .upcE: return beside(9, width > 51 ? 5 : 7)
        case .dataBar, .dataBarExpanded: return BarcodeSymbol.QuietZone(all: 1)
        case .qrCode: return BarcodeSymbol.QuietZone(all: 4)
        case .microQR, .pdf417, .rMQR: return BarcodeSymbol.QuietZone(all: 2)
        case .aztec, .dataMatrix, .maxiCode: return BarcodeSymbol.QuietZone(all: 1)
        // Bars inside the code look like its start and stop, so that readers insist on the white around it.
        case .itf: return BarcodeSymbol.QuietZone(left: 10, right: 10, top: 0, bottom: 0, isRequired: true)
        default: return beside(10, 10)
        }
    }
}
