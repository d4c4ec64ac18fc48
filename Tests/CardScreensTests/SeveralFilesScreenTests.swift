import CardStorage
import CardTransfer
import Cards
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

/// Imports of several files and of folders, typed, dropped on the terminal and marked in the file picker.
@MainActor
@Suite("Importing several files on the screen")
struct SeveralFilesScreenTests {
    private static let alder = Array("%PDF alder".utf8)
    private static let birch = Array("%PDF birch".utf8)
    private nonisolated static let files: [String: [UInt8]] = [
        "/home/scans/Birch.pdf": Array("%PDF birch".utf8), "/home/scans/Alder.pdf": Array("%PDF alder".utf8),
        "/home/scans/empty.pdf": Array("%PDF".utf8), "/home/scans/.hidden.pdf": Array("%PDF hidden".utf8),
        "/home/scans/notes.txt": [1], "/home/texts/notes.txt": [1],
        "/home/two words.json": Array(#"[{"name":"Cedar","number":"1"}]"#.utf8),
        "/home/table.csv": Array("Name,Number\nElm,2\n,3\n".utf8),
    ]

    private func journey(_ more: [String: [UInt8]] = [:]) async throws -> Journey {
        let journey = try await Journey(files: FakeFiles(files: Self.files.merging(more) { $1 }))
        journey.reader.put(FoundBarcode(barcode: Barcode(format: .qrCode), number: "A-1"), in: Self.alder)
        journey.reader.put(FoundBarcode(barcode: Barcode(format: .qrCode), number: "B-2"), in: Self.birch)
        return journey
    }

    private func names(_ journey: Journey) async throws -> [String] {
        try await journey.store.cards(from: 0, limit: 100).map(\.name)
    }

    @Test("a folder stands for its pictures and PDFs: they are shown before they are imported, as one step")
    func folder() async throws {
        let journey = try await journey()
        await journey.open("/home/scans")
        await journey.see("2 new")
        #expect(journey.text.contains("1 skipped: empty.pdf: no barcode was found"))
        #expect(journey.importModel?.entries.map(\.name) == ["Alder", "Birch"])
        #expect(try await journey.store.count() == 0)
        journey.press(Key("i"))
        await journey.see("/home/scans: 2 added, 1 skipped")
        #expect(try await names(journey) == ["Alder", "Birch"])
        await journey.see("Names of the new cards")
        journey.press(.escape, Key("u"))
        await journey.see("Undid: ")
        #expect(try await journey.store.count() == 0)
    }

    @Test("one of the files that was changed since they were looked at keeps all from being imported")
    func changed() async throws {
        let files = FakeFiles(files: Self.files)
        let journey = try await Journey(files: files)
        journey.reader.put(FoundBarcode(barcode: Barcode(format: .qrCode), number: "A-1"), in: Self.alder)
        await journey.open("/home/scans")
        await journey.see("1 new")
        files.written.withLock { $0["/home/scans/Birch.pdf"] = Self.alder }
        journey.press(Key("i"))
        await journey.see("The file has changed in the meantime.")
        #expect(try await journey.store.count() == 0)
    }

    @Test("a folder without pictures is told, and nothing is read")
    func noPictures() async throws {
        let journey = try await journey()
        await journey.open("/home/texts")
        await journey.see("/home/texts: the folder has no pictures.")
        #expect(journey.importModel == nil)
    }

    @Test("several dropped files are one import, of which cards can be left out; their columns cannot be changed")
    func dropped() async throws {
        let journey = try await journey()
        journey.press(Key("i"))
        await journey.see("Import cards")
        journey.paste("'/home/two words.json' /home/table.csv\n")
        #expect(journey.text.contains("'/home/two words.json' /home/table.csv"))
        journey.press(.enter)
        await journey.see("2 new")
        #expect(journey.text.contains("Import from Cards TUI, "))
        #expect(journey.importModel?.columns == [] && !journey.text.contains("Columns:"))
        #expect(journey.importModel?.entries.map(\.name) == ["Cedar", "Elm"])
        journey.press(Key(" "), Key("i"))
        await journey.see("2 files: 1 added, 1 left out, 1 skipped")
        #expect(try await names(journey) == ["Elm"])
    }

    @Test("a name with blanks is one file, in quotes, too; of several names the one that is missing is told")
    func names() async throws {
        let journey = try await journey()
        await journey.open("/home/two words.json")
        await journey.see("1 new")
        journey.press(.escape, .escape)
        await journey.open("\"/home/two words.json\"")
        await journey.see("1 new")
        journey.press(.escape, .escape)
        await journey.open("/home/table.csv /home/none.csv")
        await journey.see("there is no /home/none.csv")
        journey.press(.escape)
        await journey.open("/home/no table.csv")
        await journey.see("there is no /home/no table.csv")
        #expect(journey.importModel == nil)
    }

    @Test("an encrypted archive among several files asks for its password, and says whose it is")
    func password() async throws {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Journey.clock)
        try await store.apply([.set(CardPatch(from: nil, to: .made("Fern", "F-1")))])
        let export = try await CardExport.catima(.all, of: store, password: Array("s3cret".utf8))
        var bytes: [UInt8] = []
        while let chunk = try await export.nextChunk() { bytes += chunk }
        let journey = try await journey(["/home/backup.zip": bytes])
        await journey.open("/home/table.csv /home/backup.zip")
        await journey.see("Password for backup.zip")
        journey.type("wrong")
        journey.press(.enter)
        await journey.see("The password is wrong. 2 tries are left.")
        journey.type("s3cret")
        journey.press(.enter)
        await journey.see("2 new")
        journey.press(Key("i"))
        await journey.see("2 files: 2 added")
        #expect(try await names(journey) == ["Elm", "Fern"])
    }

    // MARK: - The file picker

    private func picker(_ journey: Journey) async {
        journey.press(Key("i"), .control("o"))
        await journey.see("two words.json")
    }

    @Test("Ctrl-T marks files and folders, and Enter imports them together with the selected file")
    func marking() async throws {
        let journey = try await journey()
        await picker(journey)
        journey.press(.control("t"))
        #expect(journey.text.contains("✓ scans/") && journey.text.contains("1 marked"))
        #expect(journey.lines[23].contains("choose 1"))
        journey.press(Key(.down), Key(.down), .control("t"), Key(.down))
        #expect(journey.text.contains("✓ table.csv") && journey.text.contains("2 marked"))
        #expect(journey.lines[23].contains("choose 3"))
        journey.press(.enter)
        await journey.see("/home/scans /home/table.csv '/home/two words.json'")
        journey.press(.enter)
        await journey.see("4 new")
        journey.press(Key("i"))
        await journey.see("5 files: 4 added, 2 skipped")
    }

    @Test("a mark is taken off by the same key, outlives another folder, and Enter on a folder without one opens it")
    func marksStay() async throws {
        let journey = try await journey()
        await picker(journey)
        journey.press(.control("t"), .control("t"))
        #expect(!journey.text.contains("✓") && !journey.text.contains("marked"))
        journey.press(Key(.down), Key(.down), .control("t"), Key(.up))
        #expect(journey.lines[23].contains("open"))
        journey.press(.enter)
        await journey.see("~/texts")
        #expect(journey.text.contains("1 marked"))
        // The row of the parent folder cannot be marked.
        journey.press(Key(.up), .control("t"), .enter)
        await journey.see("✓ table.csv")
        #expect(journey.text.contains("1 marked"))
        journey.press(Key(.down), .enter)
        await journey.see("Import cards")
        #expect(journey.text.contains("file  /home/table.csv "))
    }

    @Test("several files that are dropped on the picker are chosen at once")
    func droppedOnPicker() async throws {
        let journey = try await journey()
        await picker(journey)
        journey.paste("/home/table.csv '/home/two words.json'")
        await journey.see("Import cards")
        #expect(journey.text.contains("/home/table.csv '/home/two words.json'"))
    }

    @Test("pictures for a card's photo cannot be marked")
    func onlyForImports() async throws {
        let journey = try await Journey(files: FakeFiles(files: ["/home/card.png": [4, 4]]))
        journey.press(Key("a"))
        journey.type("Photo Club")
        journey.focus(.front)
        journey.press(.enter)
        await journey.see("card.png")
        journey.press(.control("t"))
        #expect(!journey.text.contains("✓") && !journey.text.contains("marked"))
    }
}
