import Cards
import Testing

@testable import CardVault

/// Which folders of devices are listed again.
@Suite("Marks of folders")
struct FolderMarksTests {
    private static let (own, other) = (DeviceID.random(), DeviceID.random())
    private static let start = ContinuousClock.now

    /// In seconds. The folder is listed ten seconds after it was changed, unless another time is given.
    private func folder(_ modified: Int64?, listed: Int64? = nil) -> TreeEntry {
        TreeEntry(
            "folder", isFolder: true, modified: modified.map { Timestamp(milliseconds: $0 * 1000) },
            listed: (listed ?? modified.map { $0 + 10 }).map { Timestamp(milliseconds: $0 * 1000) })
    }

    private func note(
        _ marks: inout FolderMarks, _ folder: TreeEntry, _ number: Int64, of device: DeviceID = own,
        strangers: [String] = []
    ) {
        marks.note(folder, of: device, number: number, strangers: strangers, at: Self.start)
    }

    private func strangers(
        _ marks: FolderMarks, _ folder: TreeEntry, of device: DeviceID = own, known number: Int64 = 2,
        after: Duration = .zero
    ) -> [String]? {
        let known = VersionVector([device: number])
        return marks.strangers(in: folder, of: device, known: known, at: Self.start + after)
    }

    /// After the folder of this device got another time with its second batch.
    private func proven() -> FolderMarks {
        var marks = FolderMarks()
        note(&marks, folder(900), 1)
        note(&marks, folder(1000), 2, strangers: ["log/odd"])
        return marks
    }

    @Test("a folder of the same time is listed once, for ten minutes at most")
    func trusted() {
        let marks = proven()
        #expect(strangers(marks, folder(1000)) == ["log/odd"])
        #expect(strangers(marks, folder(1000), after: .seconds(599)) == ["log/odd"])
        #expect(strangers(marks, folder(1000), after: .seconds(600)) == nil)
        for modified in [1001, 999, nil] as [Int64?] { #expect(strangers(marks, folder(modified)) == nil) }
        // The caller asks for what is in it, or knows of more than was in it, which the time should tell.
        #expect(strangers(marks, folder(1000), known: 1) == nil)
        #expect(strangers(marks, folder(1000), known: 3) == nil)
        #expect(strangers(marks, folder(1000), of: Self.other) == nil)
    }

    @Test("nothing is trusted before a time was seen to change with the files")
    func unknown() {
        var marks = FolderMarks()
        note(&marks, folder(1000), 2)
        #expect(strangers(marks, folder(1000)) == nil)
        // The time alone says nothing.
        note(&marks, folder(1100), 2)
        #expect(strangers(marks, folder(1100)) == nil)
        note(&marks, folder(1200), 3)
        #expect(strangers(marks, folder(1200), known: 3) == [])
    }

    @Test("what one folder proves counts for the others, with any number of files")
    func others() {
        var marks = proven()
        note(&marks, folder(500), 1, of: Self.other)
        #expect(strangers(marks, folder(500), of: Self.other, known: 1) == [])
    }

    @Test("a server whose times stay although files come is never trusted again")
    func refuted() {
        var marks = proven()
        note(&marks, folder(1000), 3)
        #expect(strangers(marks, folder(1000), known: 3) == nil)
        note(&marks, folder(1200), 4)
        #expect(strangers(marks, folder(1200), known: 4) == nil)
    }

    @Test("in the second of a change more may be written: such a folder is listed again, and its time refutes nothing")
    func sameSecond() {
        for listed: Int64 in [1000, 1002, 990] {
            var marks = FolderMarks()
            note(&marks, folder(900), 1)
            note(&marks, folder(1000, listed: listed), 2)
            #expect(strangers(marks, folder(1000)) == nil, "\(listed)")
            note(&marks, folder(1000, listed: 1003), 3)
            #expect(strangers(marks, folder(1000), known: 3) == [], "\(listed)")
        }
    }

    @Test("a server that gives no times, or says not when it answered, is asked every time")
    func withoutTimes() {
        var marks = proven()
        let undated = TreeEntry("folder", isFolder: true, modified: Timestamp(milliseconds: 1_200_000))
        for entry in [folder(nil), undated] {
            note(&marks, entry, 3)
            #expect(strangers(marks, entry, known: 3) == nil)
        }
    }
}
