import Cards
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CardSettings

struct DraftStoreTests {
    /// A run of the program: within one test process several of them act as several processes, since their locks are separate.
    private struct Run {
        let process: DraftProcess
        let store: DraftStore
        let reported = Reported()

        init(_ folder: TemporaryFolder) {
            var generator = SystemRandomNumberGenerator()
            process = DraftProcess(using: &generator)
            let reported = reported
            store = DraftStore(folder: folder.path + "/drafts", process: process) { reported.add($0) }
        }

        func draft(_ card: String, _ text: String, photos: [[UInt8]] = [], at time: Int64 = 1000) throws -> StoredDraft
        {
            let key = StoredDraft.Key(card: try #require(CardID(card)), process: process)
            let named = Dictionary(uniqueKeysWithValues: photos.map { (PhotoHash(of: $0), $0) })
            return StoredDraft(
                key: key, form: .object(["name": .string(text)]), photos: named, time: Timestamp(milliseconds: time))
        }
    }

    private final class Reported: Sendable {
        private let all = Mutex<[DraftProblem]>([])
        func add(_ problem: DraftProblem) { all.withLock { $0.append(problem) } }
        var problems: [DraftProblem] { all.withLock { $0 } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/drafts")) ?? []).sorted()
    }

    @Test("remains of an interrupted save are removed at the next start")
    func cutOff() async throws {
        let left = try await saveAndEnd("card", "typed")
        _ = try folder.write("half", to: "drafts/.cards-tui-1x2y3z")
        let next = Run(folder)
        #expect(await next.store.leftovers().map(\.key) == [left.key])
        #expect(!names.contains { $0.hasPrefix(".cards-tui-") })
    }

    /// Saves in a run that ends at once.
    private func saveAndEnd(_ card: String, _ text: String, photos: [[UInt8]] = [], at time: Int64 = 1000) async throws
        -> StoredDraft
    {
        let run = Run(folder)
        let draft = try run.draft(card, text, photos: photos, at: time)
        try await run.store.save(draft)
        return draft
    }

    @Test("a draft of an ended process is offered in its newest state, with its photos")
    func leftover() async throws {
        var draft: StoredDraft
        do {
            let run = Run(folder)
            try await run.store.save(run.draft("A", "fir"))
            draft = try run.draft("A", "first", photos: [[1, 2, 3]])
            try await run.store.save(draft)
        }
        #expect(await Run(folder).store.leftovers() == [draft])
        #expect(names.filter { $0.hasSuffix(".draft") }.count == 1)
        #expect(try folder.mode(of: "drafts") == 0o700)
        for name in names { #expect(try folder.mode(of: "drafts/" + name) == 0o600) }
    }

    @Test("a draft of a running process is never offered")
    func living() async throws {
        let run = Run(folder)
        try await run.store.save(run.draft("A", "x"))
        #expect(await run.store.leftovers() == [])
        #expect(await Run(folder).store.leftovers() == [])
        withExtendedLifetime(run) {}
    }

    @Test("a draft offered to a running process is offered to no other, until that ends")
    func adoption() async throws {
        let draft = try await saveAndEnd("A", "x")
        do {
            let first = Run(folder)
            #expect(await first.store.leftovers() == [draft])
            #expect(await Run(folder).store.leftovers() == [])
            #expect(await first.store.leftovers() == [draft])
        }
        #expect(await Run(folder).store.leftovers() == [draft])
    }

    @Test("drafts of the same card by two processes are both kept, oldest first")
    func twoProcesses() async throws {
        let later = try await saveAndEnd("A", "later", at: 2000)
        let earlier = try await saveAndEnd("A", "earlier", at: 1000)
        #expect(await Run(folder).store.leftovers() == [earlier, later])
    }

    @Test("removing a draft removes its photos and locks; removing it twice is no error")
    func removed() async throws {
        let run = Run(folder)
        let draft = try run.draft("A", "x", photos: [[9]])
        try await run.store.save(draft)
        #expect(names.contains { $0.hasSuffix(".photo") })
        try await run.store.remove(draft.key)
        try await run.store.remove(draft.key)
        #expect(names == ["photos.lock"])
        #expect(await Run(folder).store.leftovers() == [])
    }

    @Test("a photo stays while another draft refers to it")
    func sharedPhoto() async throws {
        let run = Run(folder)
        let first = try run.draft("A", "x", photos: [[1], [2]])
        let second = try run.draft("B", "y", photos: [[1]])
        try await run.store.save(first)
        try await run.store.save(second)
        try await run.store.remove(first.key)
        #expect(names.filter { $0.hasSuffix(".photo") } == [PhotoHash(of: [1]).text + ".photo"])
    }

    @Test("a damaged draft is moved aside and reported, its photos are kept, and the others are offered")
    func damaged() async throws {
        let good = try await saveAndEnd("A", "x", photos: [[1]])
        let bad = try await saveAndEnd("B", "y", photos: [[2]])
        let name = DraftFile.name(of: bad.key)
        _ = try folder.write("{\"form\": ", to: "drafts/" + name)
        let run = Run(folder)
        #expect(await run.store.leftovers() == [good])
        let aside = folder.path + "/drafts/" + name + ".damaged"
        #expect(run.reported.problems == [.damaged(path: aside)])
        #expect(try folder.text(of: "drafts/" + name + ".damaged") == "{\"form\": ")
        try await run.store.remove(good.key)
        #expect(names.filter { $0.hasSuffix(".photo") }.count == 2)
    }

    @Test("a damaged photo is reported, and the draft is offered without it")
    func damagedPhoto() async throws {
        let draft = try await saveAndEnd("A", "x", photos: [[1], [2]])
        let path = "drafts/" + DraftFile.photoName(of: PhotoHash(of: [1]))
        _ = try folder.write("other", to: path)
        let run = Run(folder)
        let offered = await run.store.leftovers()
        #expect(offered.map(\.form) == [draft.form])
        #expect(offered.first?.photos == [PhotoHash(of: [2]): [2]])
        #expect(run.reported.problems == [.photoLost(path: folder.path + "/" + path)])
    }

    @Test("other files in the folder are not touched")
    func strangers() async throws {
        _ = try await saveAndEnd("A", "x")
        for name in ["notes.txt", "A.draft", "A.xyz.draft", ".draft", "A.B.C.draft"] {
            _ = try folder.write("x", to: "drafts/" + name)
        }
        let run = Run(folder)
        #expect(await run.store.leftovers().count == 1)
        #expect(run.reported.problems == [])
        #expect(names.count == 7)
    }

    @Test("listing leftovers creates nothing")
    func nothing() async {
        #expect(await Run(folder).store.leftovers() == [])
        #expect(folder.names == [])
    }

    @Test("a folder that cannot be created gives an error")
    func unwritable() async throws {
        let store = DraftStore(folder: "/proc/none/drafts")
        let draft = StoredDraft(
            key: .init(card: try #require(CardID("A"))), form: .null, time: Timestamp(milliseconds: 0))
        await #expect(throws: FileError.self) { try await store.save(draft) }
    }

    @Test("the drafts of a card that was deleted for good are removed, whoever left them, damaged or not")
    func removeAll() async throws {
        _ = try await saveAndEnd("gone", "typed")
        _ = try await saveAndEnd("stays", "typed")
        let now = Run(folder)
        try await now.store.save(now.draft("gone", "again", photos: [[1]]))
        let damaged = DraftFile.name(of: try now.draft("gone", "").key) + DraftFile.damagedSuffix
        _ = try folder.write("half", to: "drafts/" + damaged)
        try await now.store.removeAll(of: [#require(CardID("gone"))])
        #expect(names.filter { $0.contains("gone") } == [])
        #expect(names.filter { $0.hasSuffix(DraftFile.photoSuffix) } == [])
        #expect(names.filter { $0.hasPrefix("stays") }.count == 1)
    }
}
