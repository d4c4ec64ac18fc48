import CardStorage
import Cards
import Testing

@testable import CardTransfer

@Suite("Several files, and pictures", .timeLimit(.minutes(1)))
struct SeveralFileTests {
    /// Reads what stands behind the signature of a made picture: codes between commas, those with `?` may be misread.
    private static let reader = PictureReader { bytes in
        let text = String(decoding: bytes.dropFirst(4), as: UTF8.self)
        if text == "none" { throw PhotoError.notAPicture }
        if text == "library" { throw BarcodeReadingError.libraryMissing("libZXing") }
        if text.contains("HEX") {
            // As the real reader gives a code of several lines.
            let bytes = String(text.dropFirst(3))
            return [FoundBarcode(barcode: Barcode(format: .qrCode, value: bytes, encoding: "HEX"), number: "lines")]
        }
        if text.contains("https:") {
            return text.split(separator: "|").map {
                FoundBarcode(barcode: Barcode(format: .qrCode), number: String($0))
            }
        }
        return text.split(separator: ",").map { part in
            var code = FoundBarcode(barcode: Barcode(format: .qrCode), number: String(part.prefix { $0 != "?" }))
            code.isDoubtful = part.hasSuffix("?")
            return code
        }
    } photo: { bytes in
        // Not the file itself, as with every photo that is prepared.
        bytes + [0]
    } color: { photo in
        photo.contains(UInt8(ascii: "1")) ? CardColor(red: 200, green: 30, blue: 40) : nil
    }

    private func input(_ name: String, _ bytes: [UInt8]) -> ImportInput {
        ImportInput(name: name) { MemoryFile(bytes) }
    }

    private func picture(_ name: String, _ text: String) -> ImportInput {
        input(name, [0x89, 0x50, 0x4E, 0x47] + Array(text.utf8))
    }

    private func take(_ inputs: [ImportInput], into store: SQLiteCardStore) async throws -> FileImportReport {
        var request = ImportRequest()
        request.pictures = Self.reader
        return try await store.importFiles(inputs, request)
    }

    @Test("a picture's card has the one code that is certain; what was not taken is told")
    func codes() async throws {
        let store = try SQLiteCardStore.inMemory()
        let report = try await take(
            [
                picture("a/One.png", "1"), picture("Two.png", "2,3"), picture("Doubtful.png", "4?"),
                picture("Both.png", "5?,6"), picture("Empty.png", ""), picture("Library.png", "library"),
                picture("None.png", "none"), input("Code.pdf", Array("%PDF7".utf8)),
                input("Empty.pdf", Array("%PDF".utf8)),
            ], into: store
        ).report
        #expect(report.added == 7)
        let cards = try await store.everything()
        let numbers = Dictionary(uniqueKeysWithValues: cards.map { ($0.name, $0.number) })
        #expect(
            numbers == ["One": "1", "Two": "2", "Doubtful": "", "Both": "6", "Empty": "", "Library": "", "Code": "7"])
        #expect(Set(cards.filter { $0.front == nil }.map(\.name)) == ["Code"])
        #expect(
            report.remarks.map(\.userMessage) == [
                "Two.png: it has 2 barcodes: the first was used",
                "Doubtful.png: its barcode may have been misread and was left out", "Empty.png: no barcode was found",
                "Library.png: Reading barcodes needs the library libZXing, which is not installed",
                "Code.pdf: the PDF itself was left out: The PDF is incomplete: its end is missing. Copy or download it again",
            ])
        #expect(
            report.skipped.map(\.userMessage) == [
                "None.png: This is not a picture", "Empty.pdf: no barcode was found",
            ])
        let hash = PhotoHash(of: [0x89, 0x50, 0x4E, 0x47, 0x31, 0])
        #expect(try await store.cards(named: "One").first?.front == hash)
        #expect(cards.filter { $0.color != nil }.map(\.name) == ["One"], "the colour is that of the photo")
    }

    @Test("so does each of several in the lines of one code, as this program and Catima share them")
    func linesOfOneCode() async throws {
        let links = try ["Alder", "Birch"].map { name in
            var card = Card(identifier: .random(), name: name)
            card.number = "4\(name.count)"
            return try #require(ShareLink(card)).url
        }
        let text = links.joined(separator: "\n").utf8
        let bytes = text.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        let store = try SQLiteCardStore.inMemory()
        let report = try await take([picture("share.png", "HEX" + bytes)], into: store).report
        #expect(report.added == 2 && report.remarks.isEmpty)
        #expect(try await store.everything().map(\.name).sorted() == ["Alder", "Birch"])
    }

    @Test("of a picture of several share links each becomes a card, without the picture; what is damaged is named")
    func shareCodes() async throws {
        let links = try ["Alder", "Birch", "Cedar"].map { name in
            var card = Card(identifier: .random(), name: name)
            card.number = "4\(name.count)"
            return try #require(ShareLink(card)).url
        }
        let store = try SQLiteCardStore.inMemory()
        let text = "Alder: \(links[0])\n\nBirch: \(links[1])|\(links[2])|https://catima.app/share#store%3DX|4711"
        let report = try await take([picture("photo.png", text)], into: store).report
        #expect((report.added, try await store.everything().map(\.name).sorted()) == (3, ["Alder", "Birch", "Cedar"]))
        #expect(try await store.everything().allSatisfy { $0.front == nil })
        #expect(report.skipped.map(\.userMessage) == ["photo.png: link 4 of 4: The link has no card number"])
        #expect(report.remarks.map(\.userMessage) == ["photo.png: 1 other barcode left out"])
        #expect(try await take([picture("photo.png", text)], into: store).report.unchanged == 3)
    }

    @Test("a picture of a share code is the card that it has")
    func shareCode() async throws {
        var card = Card(identifier: .random(), name: "Alder")
        card.number = "42"
        let link = try #require(ShareLink(card)).url
        let store = try SQLiteCardStore.inMemory()
        _ = try await take([picture("photo.png", link)], into: store)
        let shared = try #require(try await store.cards(named: "Alder").first)
        #expect(shared.number == "42")
        #expect(shared.front != nil)
    }

    @Test("the same picture again changes nothing, and another of the same name is another card")
    func again() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await take([picture("One.png", "1")], into: store)
        #expect(try await take([picture("other/One.png", "1")], into: store).report.unchanged == 1)
        #expect(try await take([picture("One.png", "2")], into: store).report.added == 1)
        #expect(try await store.count() == 2)
    }

    @Test("several files are one step, which undo takes back")
    func oneStep() async throws {
        let store = try SQLiteCardStore.inMemory()
        let archive = try Made.zip([("catima.csv", Array(Made.catima(["1,Cedar,,,,0,,55,,,,,0,0,0"]).utf8))])
        let inputs = [
            input("a.zip", archive), picture("One.png", "1"), input("b.csv", Array("name,ink\nBirch,blue\n,x\n".utf8)),
        ]
        let result = try await take(inputs, into: store)
        #expect(Set(result.formats) == [.catima, .picture, .csv])
        #expect(result.otherColumns == ["ink"])
        #expect(result.report.added == 3)
        #expect(result.report.skipped.map(\.userMessage) == ["b.csv: card 2, line 3: the card has no name"])
        _ = try await store.undo()
        #expect(try await store.count() == 0)
    }

    @Test("a file that cannot be read ends the import of all, and is named")
    func bad() async throws {
        let store = try SQLiteCardStore.inMemory()
        let inputs = [input("a.csv", Array("name,number\nBirch,1\n".utf8)), input("b.bin", [0, 1, 2])]
        do {
            _ = try await take(inputs, into: store)
            Issue.record("a file that is none was imported")
        } catch {
            #expect(error.message.hasPrefix("b.bin: The format was not recognized"))
        }
        #expect(try await store.count() == 0)
    }

    @Test("without a reader a picture is refused, and so is a picture for another format")
    func refused() async throws {
        let store = try SQLiteCardStore.inMemory()
        let bytes = Made.picture(1)
        await #expect(throws: TransferError.pictures) { try await store.take(bytes) }
        await #expect(throws: TransferError.self) { try await store.take(bytes) { $0.format = .catima } }
        await #expect(throws: TransferError.wrongFormat(wanted: "picture")) {
            try await store.take("name,number\nA,1\n") { $0.format = .picture }
        }
    }
}
