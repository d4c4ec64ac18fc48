import Cards
import Testing

@testable import CardVault

/// Which folders of devices are listed again.
@Suite("Marks of folders")
struct FolderMarksTests {
    private static let device = DeviceID.random()
    private static let start = ContinuousClock.now

    /// In seconds. The folder is listed ten seconds after it was changed, unless another time is given.
    private func folder(modified: Int64?, listed: Int64? = nil) -> TreeEntry {
        TreeEntry(
            Self.device.text, isFolder: true, modified: modified.map { Timestamp(milliseconds: $0 * 1000) },
            listed: (listed ?? modified.map { $0 + 10 }).map { Timestamp(milliseconds: $0 * 1000) })
    }

    private func files(_ times: [Int64?]) -> [TreeEntry] {
        times.enumerated().map { number, time in
            TreeEntry("\(number)", isFolder: false, modified: time.map { Timestamp(milliseconds: $0 * 1000) })
        }
    }

    private func known(_ number: Int64) -> VersionVector {
        var known = VersionVector()
        known[Self.device] = number
        return known
    }

    private func strangers(_ marks: FolderMarks, _ folder: TreeEntry, known number: Int64 = 2, after: Duration = .zero)
        -> [String]?
    {
        marks.strangers(in: folder, of: Self.device, known: known(number), at: Self.start + after)
    }

    private func marks(_ folder: TreeEntry, _ times: [Int64?], strangers: [String] = []) -> FolderMarks {
        var marks = FolderMarks()
        marks.note(
            folder, of: Self.device, files: files(times), number: 2, strangers: strangers, at: Self.start)
        return marks
    }

    @Test("a folder whose time is that of its newest file is listed once, for ten minutes at most")
    func trusted() {
        let there = folder(modified: 1000)
        let marks = marks(there, [900, 1000], strangers: ["log/odd"])
        #expect(strangers(marks, there) == ["log/odd"])
        #expect(strangers(marks, there, known: 3, after: .seconds(599)) == ["log/odd"])
        #expect(strangers(marks, there, after: .seconds(600)) == nil)
        #expect(strangers(marks, folder(modified: 1001)) == nil)
        #expect(strangers(marks, folder(modified: 999)) == nil)
        #expect(strangers(marks, folder(modified: nil)) == nil)
        // The caller asks for what is in it.
        #expect(strangers(marks, there, known: 1) == nil)
        #expect(marks.strangers(in: there, of: .random(), known: known(2), at: Self.start) == nil)
    }

    @Test(
        "a folder whose time says nothing is listed every time",
        arguments: [
            // The time of its making, or of the server's start.
            (900, 910, [900, 1000]), (2000, 2010, [900, 1000]),
            // One file, and files of one moment.
            (1000, 1010, [1000]), (1000, 1010, [999, 1000]), (1000, 1010, []),
            // No times.
            (nil, nil, [900, 1000]), (1000, 1010, [900, nil]), (1000, nil, [900, 1000]),
            // Something may be written in the same second.
            (1000, 1000, [900, 1000]), (1000, 1002, [900, 1000]), (1000, 990, [900, 1000]),
        ] as [(Int64?, Int64?, [Int64?])])
    func notTrusted(modified: Int64?, listed: Int64?, files: [Int64?]) {
        let there = TreeEntry(
            Self.device.text, isFolder: true, modified: modified.map { Timestamp(milliseconds: $0 * 1000) },
            listed: listed.map { Timestamp(milliseconds: $0 * 1000) })
        #expect(strangers(marks(there, files), there) == nil)
    }

    @Test("a folder that is trusted no longer is forgotten")
    func forgotten() {
        let there = folder(modified: 1000)
        var marks = marks(there, [900, 1000])
        marks.note(there, of: Self.device, files: files([900]), number: 2, strangers: [], at: Self.start)
        #expect(strangers(marks, there) == nil)
    }
}
