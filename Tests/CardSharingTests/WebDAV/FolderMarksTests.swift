import Cards
import Testing

@testable import CardSharing

/// Which folders of devices are listed again.
@Suite("Marks of folders")
struct FolderMarksTests {
    private static let (own, other) = (DeviceID.random(), DeviceID.random())
    private static let start = ContinuousClock.now

    /// In seconds.
    private func folder(_ modified: Int64?) -> TreeEntry {
        TreeEntry("folder", isFolder: true, modified: modified.map { Timestamp(milliseconds: $0 * 1000) })
    }

    private func note(
        _ marks: inout FolderMarks, _ folder: TreeEntry, _ number: Int64, of device: DeviceID = own,
        unreadable: [String] = [], after: Duration = .zero
    ) {
        marks.note(folder, of: device, number: number, unreadable: UnreadableNames(unreadable), at: Self.start + after)
    }

    /// Listed twice, some seconds apart.
    private func settle(
        _ marks: inout FolderMarks, _ folder: TreeEntry, _ number: Int64, of device: DeviceID = own,
        unreadable: [String] = []
    ) {
        note(&marks, folder, number, of: device, unreadable: unreadable, after: .zero - FolderMarks.settling)
        note(&marks, folder, number, of: device, unreadable: unreadable)
    }

    private func unreadable(
        _ marks: FolderMarks, _ folder: TreeEntry, of device: DeviceID = own, known number: Int64 = 2,
        after: Duration = .zero
    ) -> UnreadableNames? {
        let known = VersionVector([device: number])
        return marks.unreadable(in: folder, of: device, known: known, at: Self.start + after)
    }

    /// After the folder of this device got another time with its second batch.
    private func proven() -> FolderMarks {
        var marks = FolderMarks()
        settle(&marks, folder(900), 1)
        settle(&marks, folder(1000), 2, unreadable: ["log/odd"])
        return marks
    }

    @Test("a folder of the same time is listed once, for ten minutes at most")
    func trusted() {
        let marks = proven()
        #expect(unreadable(marks, folder(1000)) == UnreadableNames(["log/odd"]))
        #expect(unreadable(marks, folder(1000), after: .seconds(599)) == UnreadableNames(["log/odd"]))
        #expect(unreadable(marks, folder(1000), after: .seconds(600)) == nil)
        for modified in [1001, 999, nil] as [Int64?] { #expect(unreadable(marks, folder(modified)) == nil) }
        // The caller asks for what is in it, or knows of more than was in it, which the time should tell.
        #expect(unreadable(marks, folder(1000), known: 1) == nil)
        #expect(unreadable(marks, folder(1000), known: 3) == nil)
        #expect(unreadable(marks, folder(1000), of: Self.other) == nil)
    }

    @Test("where somebody asks, everything is listed once more, and times are trusted as before")
    func expired() {
        var marks = proven()
        marks.expire()
        #expect(unreadable(marks, folder(1000)) == nil)
        note(&marks, folder(1000), 2)
        #expect(unreadable(marks, folder(1000)) == UnreadableNames())
        // What was wrong before is noticed all the same.
        marks.expire()
        note(&marks, folder(1000), 3)
        #expect(unreadable(marks, folder(1000), known: 3) == nil)
    }

    @Test("nothing is trusted before a time was seen to change with the files")
    func unknown() {
        var marks = FolderMarks()
        settle(&marks, folder(1000), 2)
        #expect(unreadable(marks, folder(1000)) == nil)
        // The time alone says nothing.
        settle(&marks, folder(1100), 2)
        #expect(unreadable(marks, folder(1100)) == nil)
        settle(&marks, folder(1200), 3)
        #expect(unreadable(marks, folder(1200), known: 3) == UnreadableNames())
    }

    @Test("what one folder proves counts for the others, with any number of files")
    func others() {
        var marks = proven()
        settle(&marks, folder(500), 1, of: Self.other)
        #expect(unreadable(marks, folder(500), of: Self.other, known: 1) == UnreadableNames())
    }

    @Test("a server whose times stay although files come is never trusted again")
    func refuted() {
        var marks = proven()
        note(&marks, folder(1000), 3)
        #expect(unreadable(marks, folder(1000), known: 3) == nil)
        settle(&marks, folder(1200), 4)
        #expect(unreadable(marks, folder(1200), known: 4) == nil)
    }

    @Test(
        "within the seconds of a change more may be written: such a folder is listed again, and its time refutes nothing",
        arguments: [.zero, .milliseconds(2999)] as [Duration])
    func sameSeconds(later: Duration) {
        var marks = FolderMarks()
        note(&marks, folder(900), 1)
        note(&marks, folder(1000), 2)
        note(&marks, folder(1000), 2, after: later)
        #expect(unreadable(marks, folder(1000), after: later) == nil)
        note(&marks, folder(1000), 3, after: .seconds(4))
        #expect(unreadable(marks, folder(1000), known: 3, after: .seconds(4)) == UnreadableNames())
    }

    @Test("the clock of the place does not matter", arguments: [-1_000_000_000, 0, 3_000_000_000] as [Int64])
    func clocks(offset: Int64) {
        var marks = FolderMarks()
        note(&marks, folder(offset), 1)
        note(&marks, folder(offset + 1), 2, after: .seconds(10))
        #expect(unreadable(marks, folder(offset + 1), after: .seconds(20)) == nil)
        note(&marks, folder(offset + 1), 2, after: .seconds(20))
        #expect(unreadable(marks, folder(offset + 1), after: .seconds(20)) == UnreadableNames())
    }

    @Test("a server that gives no times is asked every time")
    func withoutTimes() {
        var marks = proven()
        settle(&marks, folder(nil), 3)
        #expect(unreadable(marks, folder(nil), known: 3) == nil)
    }
}
