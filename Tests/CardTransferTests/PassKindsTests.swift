import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// What passes in use hold, as their owners reported it.
@Suite("Passes as they are", .timeLimit(.minutes(5)))
struct PassKindsTests {
    /// The card of a pass with these members, and the remarks about it.
    private func card(
        _ members: String, with entries: [(String, [UInt8])] = []
    ) async throws -> (card: Card, remarks: [String]) {
        let store = try SQLiteCardStore.inMemory()
        let json = #"{"formatVersion": 1, "organizationName": "Shop", "description": "Club", \#(members)}"#
        let report = try await store.take(Made.zip([("pass.json", Array(json.utf8))] + entries)) {
            $0.language = "en"
        }.report
        return (try #require(try await store.everything().first), report.remarks.map(\.reason))
    }

    @Test(
        "a code keeps its text and its number whatever its kind is, and is drawn where the kind is one of ours",
        arguments: [
            (#""format": "PKBarcodeFormatCodabar", "message": "A29A", "altText": "29""#, "CODABAR A29A 29"),
            (#""format": "EAN", "message": "4006381333931""#, "EAN_13 4006381333931 4006381333931"),
            (#""format": "PKBarcodeFormatNew", "message": "M", "altText": "7""#, "PKBarcodeFormatNew M 7"),
            (#""message": "M""#, "UNKNOWN M M"),
        ])
    func kinds(code: String, expected: String) async throws {
        for value in ["{\(code)}", "[{\(code)}]"] {
            let (card, remarks) = try await card("\"storeCard\": {}, \"barcodes\": \(value)")
            #expect(
                "\(card.barcode?.format.rawValue ?? "") \(card.barcodeValue ?? "") \(card.number)" == expected)
            #expect(remarks.isEmpty == (card.barcode?.format.isKnown == true))
        }
    }

    @Test(
        "a code is drawn in its encoding, by any of its names, or else in UTF-8, with a remark",
        arguments: [
            ("UTF8", "Straße", "Straße", ""), ("us-ascii", "S", "S", ""), ("windows-1252", "Straße", "Stra\u{DF}e", ""),
            ("windows-1252", "5€", "5\u{80}", ""), ("Shift_JIS", "本", "\u{96}\u{7B}", ""),
            ("iso_8859-1", "5€", "", "\"iso_8859-1\": the code is drawn in UTF-8"),
            ("klingon", "ß", "", "\"klingon\": the code is drawn in UTF-8"),
        ])
    func encodings(name: String, text: String, latin1: String, remark: String) async throws {
        let (card, remarks) = try await card(
            #""storeCard": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "\#(text)", "messageEncoding": "\#(name)"}"#
        )
        let content = try #require(try card.barcode?.content(number: card.number))
        #expect(card.number == text)
        let isUTF8 = name == "UTF8" || latin1.isEmpty
        #expect(content.bytes == (isUTF8 ? Array(text.utf8) : latin1.unicodeScalars.map { UInt8($0.value) }))
        #expect(content.isMarkedUTF8 == isUTF8)
        #expect(remarks.count == (remark.isEmpty ? 0 : 1) && remarks.allSatisfy { $0.hasSuffix(remark) })
    }

    @Test(
        "the text beside a code is the number where it has the characters of one, and a line of the note otherwise",
        arguments: [("12 34-5", true), ("AB 99", true), ("Show this at the gate", false), ("Member 12345", false)])
    func printed(text: String, isNumber: Bool) async throws {
        let (card, _) = try await card(
            #""storeCard": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "xab99", "altText": "\#(text)"}"#)
        #expect(card.number == (isNumber ? text : "xab99"))
        #expect(card.note == (isNumber ? "Club" : "Club\n\n\(text)"))
    }
}
