import CardCodes
import Cards
import TestSupport
import Testing

/// Values that pass the checks are drawn: users never see an error message of the library.
@Suite("Accepted values are drawn")
struct CheckedDrawingTests {
    private static let seed = SeededGenerator.seed(of: "CheckedDrawingTests")
    /// The characters of random values; bytes for the kinds that hold any.
    private static let alphabets: [[Unicode.Scalar]] = [
        Array("0123456789".unicodeScalars), Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".unicodeScalars),
        (0x20..<0x7F).map { Unicode.Scalar(UInt8($0)) }, (0..<0x80).map { Unicode.Scalar(UInt8($0)) },
        (0...0xFF).map { Unicode.Scalar(UInt8($0)) }, Array("a1".unicodeScalars), Array("a\u{1}".unicodeScalars),
        Array("0123456789-$:/.+".unicodeScalars), Array("é9".unicodeScalars), Array("aA1 Ω\u{1F600}".unicodeScalars),
    ]

    @Test("random values of every kind", arguments: BarcodeFormat.known)
    func random(format: BarcodeFormat) throws {
        var generator = SeededGenerator(seed: Self.seed)
        var drawn = 0
        for _ in 0..<400 {
            let value = Self.value(format, &generator)
            guard let content = try? BarcodeContent(value, as: format), content.warning == nil, content.isSureToFit
            else { continue }
            drawn += 1
            #expect(throws: Never.self, "\(format.label): \(value.debugDescription)") {
                try Self.draw(content)
            }
        }
        #expect(drawn >= 20, "too few values were right for this to say anything")
    }

    /// The minimum capacity of each kind in digits, capitals and bytes; 0 where it does not accept them.
    private static let least: [BarcodeFormat: (digits: Int, capitals: Int, bytes: Int)] = [
        .code128: (118, 60, 20), .code39: (85, 85, 0), .code93: (107, 107, 0), .codabar: (58, 0, 0), .itf: (90, 0, 0),
        .qrCode: (7089, 4296, 2953), .dataMatrix: (2000, 1500, 1545), .aztec: (900, 900, 900), .pdf417: (600, 600, 600),
        .maxiCode: (93, 93, 46), .microQR: (35, 21, 15), .rMQR: (361, 219, 150), .gs1Code128: (44, 44, 0),
        .dataBarExpanded: (60, 37, 0),
    ]

    @Test("each kind accepts as much as its standard and the library allow", arguments: least.keys)
    func capacities(format: BarcodeFormat) throws {
        let least = try #require(Self.least[format])
        for (letter, count) in [("7", least.digits), ("K", least.capitals), ("\u{E9}", least.bytes)] where count > 0 {
            let value = Self.framed(String(repeating: letter, count: count), format)
            let content = try BarcodeContent(value, as: format)
            #expect(throws: Never.self) { try Self.draw(content) }
        }
        let endless = Self.framed(String(repeating: "7", count: 7090), format)
        #expect(throws: BarcodeProblem.self) { try BarcodeContent(endless, as: format) }
    }

    @Test("values up to the capacity of each kind are drawn", arguments: BarcodeFormat.known)
    func limits(format: BarcodeFormat) throws {
        var generator = SeededGenerator(seed: Self.seed)
        for alphabet in Self.alphabets {
            let long = Self.text(of: alphabet, length: 8000, &generator)
            var (fits, fails) = (0, 8000)
            while fits + 1 < fails {
                let middle = (fits + fails) / 2
                let value = Self.framed(Self.prefix(long, middle), format)
                if (try? BarcodeContent(value, as: format))?.isSureToFit == true {
                    fits = middle
                } else {
                    fails = middle
                }
            }
            for length in [fits, fits - 1] where length > 0 {
                let value = Self.framed(Self.prefix(long, length), format)
                guard let content = try? BarcodeContent(value, as: format) else { continue }
                #expect(throws: Never.self, "\(format.label) of \(length) from \(alphabet.count), seed \(Self.seed)") {
                    try Self.draw(content)
                }
            }
        }
    }

    /// Adds the value to the message of the failure.
    private struct NotDrawn: Error {
        let text: String
        let problem: BarcodeProblem
    }

    private static func draw(_ content: BarcodeContent) throws {
        do throws(BarcodeProblem) {
            _ = try ZintDrawing().symbols(for: content)
        } catch {
            throw NotDrawn(text: content.text, problem: error)
        }
    }

    private static func prefix(_ text: String, _ length: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }

    private static func framed(_ text: String, _ format: BarcodeFormat) -> String {
        format == .gs1Code128 || format == .dataBarExpanded ? "(91)" + text : text
    }

    private static func text(
        of alphabet: [Unicode.Scalar], length: Int, _ generator: inout SeededGenerator
    ) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<length { text.append(alphabet.randomElement(using: &generator) ?? "0") }
        return String(text)
    }

    private static func value(_ format: BarcodeFormat, _ generator: inout SeededGenerator) -> String {
        func digits(_ count: Int) -> String { text(of: alphabets[0], length: count, &generator) }
        func checked(_ value: String) -> String {
            do throws(BarcodeProblem) {
                return try BarcodeContent(value, as: format).warning?.fixed ?? value
            } catch {
                return error.fixed ?? value
            }
        }
        let addOn = ["", "+" + digits(2), "-" + digits(5)].randomElement(using: &generator) ?? ""
        switch format {
        case .ean13: return checked(digits(12)) + addOn
        case .ean8: return checked(digits(7)) + addOn
        case .upcA: return checked(digits(11)) + addOn
        case .upcE: return checked(digits(6)) + addOn
        case .dataBar: return digits(13)
        case .itf: return checked(digits(Int.random(in: 6...90, using: &generator)))
        case .gs1Code128, .dataBarExpanded: return checked(elements(&generator))
        default:
            let alphabet = alphabets.randomElement(using: &generator) ?? []
            return text(of: alphabet, length: Int.random(in: 1...60, using: &generator), &generator)
        }
    }

    /// One to four elements, in parentheses or as scanned, with all sorts of characters in alphanumeric data.
    private static func elements(_ generator: inout SeededGenerator) -> String {
        let letters = Array("ABCxyz019!\"%&'()*+,-./:;<=>?_".unicodeScalars)
        var value = ""
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let data = text(of: letters, length: Int.random(in: 1...10, using: &generator), &generator)
            let number = text(of: alphabets[0], length: 13, &generator)
            let options = [
                "(01)" + number + "0", "(10)" + data, "(21)" + data, "(17)261231", "(8003)0" + number,
                "(3102)" + number.prefix(6), "(255)" + number, "(7007)260101", "(8200)" + data, "(99)" + data,
                "(4300)" + data, "(8111)" + number.prefix(4), "(421)276" + data.prefix(9),
            ]
            value += options.randomElement(using: &generator) ?? ""
        }
        return value
    }
}
