import Cards
import PtySupport
import TestSupport

/// A store of several cards with barcodes, in list order.
struct BarcodeBenchmarkData {
    struct Code {
        let label: String
        let format: BarcodeFormat
        let number: String
    }

    static let cards = [
        Code(label: "EAN-13", format: .ean13, number: "4006381333931"),
        Code(label: "QR code of 60 bytes", format: .qrCode, number: String(repeating: "Card 12-", count: 7) + "0123"),
        Code(label: "PDF417 of 100 bytes", format: .pdf417, number: String(repeating: "0123456789", count: 10)),
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let lines = Self.cards.enumerated().map { index, code in
            JSONWriter.bytes(
                of: .object([
                    "identifier": .string("code-\(index)"), "name": .string("Code \(index)"),
                    "number": .string(code.number), "front": .string(""), "back": .string(""),
                    "barcode": .object(["format": .string(code.format.rawValue)]),
                ])) + [0x0A]
        }
        let path = try folder.write(String(decoding: lines.joined(), as: UTF8.self), to: "cards.jsonl")
        guard try program(["import", path]).start().waitForEnd() == 0 else {
            throw BenchError("the cards could not be imported")
        }
    }

    func program(_ arguments: [String] = []) -> Contender {
        Contender(
            name: "cards-tui", path: Products.program, arguments: arguments,
            environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "COLORTERM": "truecolor"],
            down: Array("j".utf8), ready: " of \(Self.cards.count)")
    }
}
