import Cards
import Testing

@testable import CardBarcodes

@Suite("Readings that disagree")
struct MisreadingTests {
    private let ean = ScannedCode(format: .ean13, bytes: Array("5901234123457".utf8))
    private let other = ScannedCode(format: .upcE, bytes: Array("01234565".utf8))

    @Test("the one that is seen in few lines comes last, and is marked") func judged() {
        let judged = ZXingReader.judged([(other, 2), (ean, 60)])
        #expect(judged.map(\.format) == [.ean13, .upcE])
        #expect(judged.map(\.isDoubtful) == [false, true])
        #expect(judged.last?.barcode.isDoubtful == true)
    }

    @Test("two that are seen as well as each other, and what is no bars, are not doubted") func notDoubted() {
        #expect(ZXingReader.judged([(other, 30), (ean, 60)]).map(\.isDoubtful) == [false, false])
        let square = ScannedCode(format: .qrCode, bytes: [65])
        #expect(ZXingReader.judged([(square, 0), (ean, 60)]).map(\.isDoubtful) == [false, false])
        #expect(ZXingReader.judged([(other, 2)]).map(\.isDoubtful) == [false])
        // A library that does not say in how many lines it saw them.
        #expect(ZXingReader.judged([(other, 0), (ean, 0)]).map(\.isDoubtful) == [false, false])
    }
}
