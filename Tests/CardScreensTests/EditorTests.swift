import CardSettings
import CardViewModels
import Cards
import Foundation
import Synchronization
import Terminal
import TestSupport
import Testing

/// An editor that is a function of this test: it changes the file that it gets.
private final class FakeEditor: TextEditing {
    enum Failure: UserFacingError {
        case crashed
        var userMessage: String { "The editor ed ended with signal 11." }
    }

    private let step = Mutex<@Sendable (String) async throws -> EditorEnd>({ _ in .closed })
    private let paths = Mutex<[String]>([])

    /// The paths and lines that were opened.
    var opened: [String] { paths.withLock { $0 } }

    func does(_ step: @escaping @Sendable (String) async throws -> EditorEnd) { self.step.withLock { $0 = step } }

    /// Replaces a text in the file from now on.
    func replaces(_ old: String, by new: String, end: EditorEnd = .closed) {
        does { path in
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
            return end
        }
    }

    func edit(_ path: String, line: Int?) async throws -> EditorEnd {
        paths.withLock { $0.append(path + (line.map { ":\($0)" } ?? "")) }
        return try await step.withLock { $0 }(path)
    }
}

@MainActor
@Suite("A card as text in an editor", .timeLimit(.minutes(5)))
struct EditorTests {
    private let folder: TemporaryFolder
    private let editor = FakeEditor()
    private let elm = Card.made("Elm Gym", "1") { $0.note = "caf\u{E9}" }

    init() throws { folder = try TemporaryFolder() }

    private func journey() async throws -> Journey {
        let journey = try await Journey(
            [elm], size: Size(columns: 120, rows: 30), editor: editor, editedTexts: EditedTextStore(folder: folder.path)
        )
        await journey.see("Elm Gym")
        return journey
    }

    private func stored(_ journey: Journey) async throws -> Card? { try await journey.store.card(elm.identifier) }

    /// Waits for a prompt; on the screen it may be wrapped anywhere.
    private func prompt(_ text: String, _ journey: Journey) async {
        await journey.wait(text) { journey.model.prompts.prompt?.text.contains(text) == true }
    }

    /// What remains on the disk, apart from locks.
    private var texts: [String] { folder.names.filter { !$0.hasSuffix(".lock") } }

    @Test("where saving fails the text is kept, and can be saved when the reason is gone")
    func saveFails() async throws {
        let journey = try await journey()
        await journey.gate.fail(.busy(path: "store"))
        editor.replaces("Elm", by: "Oak")
        journey.press(Key("E"))
        await prompt("store is locked by another program.", journey)
        #expect(texts.count == 1)
        await journey.gate.fail(nil)
        journey.press(Key("s"))
        await journey.see("Saved Oak Gym")
        #expect(try await stored(journey)?.name == "Oak Gym")
        #expect(folder.names.isEmpty)
    }

    @Test("an editor that fails after it has written: the text is offered, and can be used")
    func fails() async throws {
        let journey = try await journey()
        editor.does { path in
            try "name: Oak\n".write(toFile: path, atomically: true, encoding: .utf8)
            throw FakeEditor.Failure.crashed
        }
        journey.press(Key("E"))
        await prompt("The editor ed ended with signal 11. Edit again?", journey)
        journey.press(Key("s"))
        await journey.see("Saved Oak")
        #expect(try await stored(journey)?.name == "Oak")
        #expect(folder.names.isEmpty)
    }

    @Test("an editor that fails without a change is only reported")
    func failsUnchanged() async throws {
        let journey = try await journey()
        editor.does { _ in throw FakeEditor.Failure.crashed }
        journey.press(Key("E"))
        await journey.see("The editor ed ended with signal 11.")
        #expect(journey.model.prompts.prompt == nil)
        #expect(folder.names.isEmpty)
    }

    @Test("Esc keeps the text and says where; the next run offers it, and goes on with the card as it is by then")
    func later() async throws {
        do {
            let journey = try await journey()
            editor.replaces("expiry:", by: "expiry: never")
            journey.press(Key("E"))
            await prompt("Edit again?", journey)
            journey.press(.escape)
            let text = try #require(editor.opened.first)
            await journey.wait("the message") {
                journey.model.messages.unread?.text == "The text is saved for the next start, in \(text)"
            }
            #expect(journey.model.prompts.prompt == nil)
            #expect(texts.count == 1)
            // While that program runs, no other offers it.
            #expect(await EditedTextStore(folder: folder.path).leftovers().isEmpty)
            await journey.model.end()
        }
        let next = try await Journey(
            [elm], size: Size(columns: 120, rows: 30), editor: editor, editedTexts: EditedTextStore(folder: folder.path)
        )
        await prompt("Resume editing the text of Elm Gym?", next)
        try await next.store.apply([.set(CardPatch(from: elm, to: .made("Elm Gym", "2") { $0.note = elm.note }))])
        editor.replaces("expiry: never", by: "expiry: 2027-01-31")
        next.press(Key("y"))
        await next.see("Saved Elm Gym")
        let card = try await stored(next)
        #expect(card?.expiry == CalendarDay("2027-01-31") && card?.number == "2")
        #expect(folder.names.isEmpty)
    }

    @Test("a leftover text of a card with a secret field is deleted, too, where nothing was changed in it")
    func leftoverWithSecret() async throws {
        func start() async throws -> Journey {
            let journey = try await journey()
            _ = try await journey.store.set(CardSecret(label: "PIN", value: "4711"), of: elm.identifier)
            return journey
        }
        do {
            let first = try await start()
            editor.does { _ in throw CancellationError() }
            first.press(Key("E"))
            try await eventually("the end of the activity") { first.model.activities.isEmpty }
            let name = try #require(texts.first)
            let text = try String(contentsOfFile: folder.path + "/\(name)/card.yaml", encoding: .utf8)
            #expect(text.contains("secret: (unchanged)"))
            await first.model.end()
        }
        do {
            let store = EditedTextStore(folder: folder.path)
            // The text belongs to the first model until the last task that holds it has ended.
            try await eventually("the text that was left") { await store.leftovers().first != nil }
        }
        let next = try await start()
        try await eventually("the folder to be empty") { folder.names.isEmpty }
        await next.model.end()
    }

    @Test("a leftover text in which nothing was changed is deleted, unless an editor left files beside it")
    func leftover() async throws {
        do {
            let journey = try await journey()
            editor.does { _ in throw CancellationError() }
            journey.press(Key("E"))
            // Nothing on the screen says that it has ended.
            try await eventually("the end of the activity") { journey.model.activities.isEmpty }
            #expect(texts.count == 1)
            await journey.model.end()
        }
        do {
            let store = EditedTextStore(folder: folder.path)
            // The text belongs to the first model until the last task that holds it has ended.
            var left = await store.leftovers().first
            try await eventually("the text that was left") {
                left = await store.leftovers().first
                return left != nil
            }
            let path = try #require(left?.path)
            try "unsaved".write(toFile: path + ".save", atomically: true, encoding: .utf8)
        }
        do {
            let next = try await journey()
            await prompt("Resume editing the text of Elm Gym?", next)
            next.press(Key("n"))
            await next.model.end()
            #expect(texts.count == 1)
        }
        let own = try #require(texts.first)
        try FileManager.default.removeItem(atPath: folder.path + "/\(own)/card.yaml.save")
        let last = try await journey()
        try await eventually("the folder to be empty") { folder.names.isEmpty }
        #expect(last.model.prompts.prompt == nil)
    }

    @Test("discarded text leaves nothing")
    func discarded() async throws {
        let journey = try await journey()
        editor.replaces("expiry:", by: "expiry: never")
        journey.press(Key("E"))
        await prompt("Edit again?", journey)
        journey.press(Key("d"))
        await journey.model.end()
        #expect(folder.names.isEmpty)
        #expect(try await stored(journey)?.expiry == nil)
    }

    @Test("a card that was deleted meanwhile is asked for before it is added")
    func deleted() async throws {
        let journey = try await journey()
        editor.does { [store = journey.store, elm] path in
            try await store.apply([.delete(elm.identifier)])
            try "name: Oak\n".write(toFile: path, atomically: true, encoding: .utf8)
            return .closed
        }
        journey.press(Key("E"))
        await prompt("Elm Gym was deleted elsewhere. Save it as a new card?", journey)
        #expect(try await stored(journey) == nil)
        journey.press(Key("y"))
        await journey.see("Saved Oak")
        #expect(try await stored(journey)?.number == "1")
    }

    @Test("an edited field that no longer fits what was changed elsewhere is asked for again")
    func changedElsewhere() async throws {
        let journey = try await journey()
        editor.does { [store = journey.store, elm] path in
            var theirs = elm
            theirs.expiry = CalendarDay("2026-01-31")
            try await store.apply([.set(CardPatch(from: elm, to: theirs))])
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing("validFrom:", with: "validFrom: 2027-01-01").write(
                toFile: path, atomically: true, encoding: .utf8)
            return .closed
        }
        journey.press(Key("E"))
        await prompt("this is before the start date. Edit again?", journey)
        #expect(try await stored(journey)?.validFrom == nil)
        #expect(texts.count == 1)
    }

    @Test("bytes that are no text are a problem of their line, and stay as they are")
    func notText() async throws {
        let journey = try await journey()
        editor.does { path in
            try Data(Array("name: Elm\nnote: ".utf8) + [0xE9, 0x0A]).write(to: URL(fileURLWithPath: path))
            return .closed
        }
        journey.press(Key("E"))
        await prompt("Line 2: this is not UTF-8. Edit again?", journey)
        let path = try #require(editor.opened.first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).contains(0xE9))
        #expect(try await stored(journey)?.note == elm.note)
    }

    @Test("the same letter in another form is a change")
    func decomposed() async throws {
        let journey = try await journey()
        editor.replaces("caf\u{E9}", by: "cafe\u{301}")
        journey.press(Key("E"))
        await journey.see("Saved Elm Gym")
        #expect(try await stored(journey)?.note.unicodeScalars.count == 5)
    }

    @Test("a text that is too large is kept")
    func tooLarge() async throws {
        let journey = try await journey()
        editor.does { path in
            try String(repeating: "# long\n", count: 2 << 20).write(toFile: path, atomically: true, encoding: .utf8)
            return .closed
        }
        journey.press(Key("E"))
        await prompt("it is larger than 8 MB", journey)
        #expect(texts.count == 1)
    }

    @Test("an editor that returns at once is told apart from one that was left unchanged")
    func atOnce() async throws {
        let journey = try await journey()
        editor.does { _ in .atOnce }
        journey.press(Key("E"))
        await journey.see("No changes. The editor returned immediately: does it need --wait?")
        editor.does { _ in .closed }
        journey.press(Key("E"))
        await journey.seeNo("--wait")
        await journey.see("No changes.")
    }

    // MARK: - The settings

    @Test("settings are applied also where the editor fails, and messages are whole sentences")
    func settings() async throws {
        let journey = try await journey()
        let problem = SettingsProblem(path: "/home/config.yaml", line: 2, text: "wrong", remedy: "Fix it.")
        journey.model.hooks.reloadSettings = {
            SettingsOutcome(problems: [problem], later: ["backend", "pictures"])
        }
        editor.does { _ in throw FakeEditor.Failure.crashed }
        journey.model.settings.edit()
        await journey.wait("the message") { journey.model.messages.unread != nil }
        #expect(
            journey.model.messages.unread?.text == "The editor ed ended with signal 11. config.yaml:2: wrong. Fix it. "
                + "backend and pictures take effect at the next start.")
        #expect(journey.model.settings.problems == [problem])
        journey.model.hooks.reloadSettings = { SettingsOutcome(later: ["backend"]) }
        editor.does { _ in .closed }
        journey.model.settings.edit()
        await journey.wait("the problems to go") { journey.model.settings.problems.isEmpty }
        await journey.wait("the message") {
            journey.model.messages.unread?.text == "Settings applied. backend takes effect at the next start."
        }
    }

    @Test("a problem opens its own file at its line")
    func problemOfTheme() async throws {
        let journey = try await journey()
        let problem = SettingsProblem(path: "/home/themes/mine.yaml", line: 7, text: "wrong", remedy: "Fix it.")
        journey.model.settings.report([problem])
        journey.model.settings.showProblems()
        await journey.see("mine.yaml:7: wrong")
        journey.press(.enter)
        await journey.see("Settings applied")
        #expect(editor.opened == ["/home/themes/mine.yaml:7"])
    }
}
