import CardSettings
import CardViewModels
import Cards
import Foundation
import Terminal
import TestSupport
import Testing

@testable import CardScreens

@MainActor
@Suite("Random input at any size", .timeLimit(.minutes(10)))
struct RandomInputTests {
    /// The number of events; CARDS_FUZZ sets a larger one.
    private static let events = ProcessInfo.processInfo.environment["CARDS_FUZZ"].flatMap(Int.init) ?? 150

    nonisolated private static let keys: [Key] =
        "jkhlgGaeb12ytzZdSTXEru[]?:/#oOvsVAJK<>0123456789lnqiDMcBmRx \"*^\u{301}漢".map { Key($0) } + [
            .enter, .escape, .escape, .tab, .shiftTab, .control("d"), .control("u"), .control("s"), .control("x"),
            .control("l"), .control("r"), .control("n"), .control("p"), .control("c"), .control("o"), .control("t"),
            .control("b"), .control("f"), .control("g"), .alt("."), Key("+"), Key("-"), Key(","), Key("."), Key(.up),
            Key(.down), Key(.left),
            Key(.right), Key(.home), Key(.end), Key(.pageUp), Key(.pageDown), Key(.backspace), Key(.delete),
            Key(.function(1)),
        ]

    nonisolated private static let pasted = [
        "pasted\ntext \u{202E}\u{1B}[A", "is:late group:\"", String(repeating: "é\"*^ ", count: 300), "theme", "1",
    ]

    /// A random sequence of keys, mouse events and pastes, reproducible from its seed.
    private struct Walk {
        var generator: SeededGenerator

        mutating func byte() -> UInt8 { .random(in: 0...255, using: &generator) }

        mutating func key() -> Key { keys.randomElement(using: &generator) ?? .escape }

        /// Sometimes one that is too small to draw.
        mutating func size() -> Size {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                return Size(
                    columns: .random(in: 0...20, using: &generator), rows: .random(in: 0...5, using: &generator))
            }
            return Bool.random(using: &generator)
                ? Size(columns: .random(in: 1...300, using: &generator), rows: .random(in: 1...100, using: &generator))
                : Size(columns: .random(in: 1...60, using: &generator), rows: .random(in: 1...16, using: &generator))
        }

        /// Occasionally outside of the screen.
        mutating func mouse(_ size: Size) -> MouseEvent {
            let actions: [MouseEvent.Action] = [
                .press(.left), .press(.left), .press(.right), .press(.middle), .release, .drag, .drag, .wheelUp,
                .wheelDown,
            ]
            let place = Point(
                column: .random(in: -2...size.columns + 2, using: &generator),
                row: .random(in: -2...size.rows + 2, using: &generator))
            return MouseEvent(actions.randomElement(using: &generator) ?? .release, at: place)
        }

        /// The answers of the store to hold from now on, or to give.
        mutating func answers() -> (held: [Gate.Call], given: [Gate.Call]) {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: (Array(Gate.Call.allCases.shuffled(using: &generator).prefix(1)), [])
            case 1...2: ([], Gate.Call.allCases)
            default: ([], [])
            }
        }

        mutating func event(_ size: Size) -> InputEvent {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: .paste(pasted.randomElement(using: &generator) ?? "")
            case 1...5: .mouse(mouse(size))
            default: .key(key())
            }
        }
    }

    @Test(
        "random keys, mouse events, pastes and sizes never crash, and every frame fills its canvas",
        arguments: [0, 7, 300])
    func anything(cards: Int) async throws {
        let seed = SeededGenerator.seed()
        var walk = Walk(generator: SeededGenerator(seed: seed))
        let journey = try await Journey(
            cards == 7 ? Card.samples : Card.many(cards), photos: Card.samplePhotos,
            themes: { ThemeCatalog(folder: "/nonexistent").choices })
        await self.walk(&walk, through: journey, seed)
    }

    private func walk(_ walk: inout Walk, through journey: Journey, _ seed: UInt64) async {
        for step in 0..<Self.events {
            await settle(journey)
            if Int.random(in: 0..<3, using: &walk.generator) == 0 { journey.size = walk.size() }
            // Half of the events reach a screen that was not drawn at its current size yet.
            if Bool.random(using: &walk.generator) { expectWhole(journey, "seed \(seed), step \(step)") }
            journey.screen.handle(walk.event(journey.size))
            expectWhole(journey, "seed \(seed), step \(step)")
            let answers = walk.answers()
            for call in answers.held { await journey.gate.hold(call) }
            for call in answers.given { await journey.gate.release(call) }
            if step.isMultiple(of: 30) { journey.model.messages.post(Message("Something has happened meanwhile.")) }
            if step.isMultiple(of: 50) { journey.time.advance(by: .milliseconds(400)) }
            if step.isMultiple(of: 20) { journey.camera.show([walk.byte(), walk.byte()]) }
        }
        for call in Gate.Call.allCases { await journey.gate.release(call) }
    }

    /// Waits until what was begun is done: otherwise the same seed would be another run. Nothing tells it, so the frame has to stay as it is
    /// while the store and the tasks have two turns.
    private func settle(_ journey: Journey) async {
        var (turns, last) = (0, "")
        while turns < 2 {
            _ = try? await journey.store.count()
            try? await Task.sleep(for: .milliseconds(1))  // watched: nothing may change
            let text = journey.text
            (turns, last) = (text == last ? turns + 1 : 0, text)
        }
    }

    @Test(
        "keys that wait for the store are handled where the window became too small meanwhile",
        arguments: [(1, 24), (80, 1), (1, 1), (0, 0), (19, 24), (80, 4)])
    func shrunk(columns: Int, rows: Int) async throws {
        let screens = ["", "/d", "\r", "e", "b", "B", "T", "H", "?", ":", "a", "$", "v", "\u{6}", "i"]
        for keys in screens {
            let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
            for call in Gate.Call.allCases { await journey.gate.hold(call) }
            for key in keys { journey.press(key == "\r" ? .enter : key == "\u{6}" ? .control("f") : Key(key)) }
            for key in [Key.enter, Key("j"), Key("k"), .enter, Key(.pageDown), .tab] {
                journey.screen.handle(.key(key))
            }
            journey.model.messages.post(Message("Something has happened meanwhile."))
            journey.size = Size(columns: columns, rows: rows)
            _ = journey.draw()
            for call in Gate.Call.allCases { await journey.gate.release(call) }
            try await eventually("the held keys of \(keys)") { journey.screen.held.isEmpty && !journey.model.isBusy }
            expectWhole(journey, "\(keys)")
            journey.size = Size(columns: 80, rows: 24)
            expectWhole(journey, "\(keys)")
        }
    }

    @Test(
        "the screens for choosing, taking and cropping photos survive it",
        arguments: [Key.control("o"), .control("t"), .enter])
    func photos(key: Key) async throws {
        let seed = SeededGenerator.seed()
        var walk = Walk(generator: SeededGenerator(seed: seed))
        let names = [
            "a.png", "Pictures/漢字 e\u{301}.jpg", "Pictures/b.jpg", "Pictures/\u{1B}[31m.png", "Pictures/c/d.webp",
        ]
        var files: [String: [UInt8]] = [:]
        for name in names { files["/home/" + name] = [walk.byte(), walk.byte()] }
        files["/home/Pictures/broken.jpg"] = [0]
        let journey = try await Journey(files: FakeFiles(files: files))
        journey.press(Key("a"))
        journey.focus(.front)
        journey.press(key)
        await self.walk(&walk, through: journey, seed)
    }

    @Test("the barcode page survives it", arguments: [0, 1, 2, 3])
    func barcodes(index: Int) async throws {
        let seed = SeededGenerator.seed()
        var walk = Walk(generator: SeededGenerator(seed: seed))
        let journey = try await Journey(BarcodeTests.cards, photos: BarcodeTests.photos)
        for _ in 0..<index { journey.press(Key("j")) }
        journey.press(Key("b"))
        await journey.wait("the barcode") { journey.barcode != nil }
        await self.walk(&walk, through: journey, seed)
    }

    @Test("entering, choosing and scanning barcodes survive it", arguments: [Key.enter, .control("g"), Key("5")])
    func barcodesInTheForm(key: Key) async throws {
        let seed = SeededGenerator.seed()
        var walk = Walk(generator: SeededGenerator(seed: seed))
        var card = Card.made("Cedar \u{202E}Library", "5901234123457\u{1B}[31m")
        card.barcode = Barcode(
            format: BarcodeFormat.known.randomElement(using: &walk.generator) ?? .qrCode, value: "a\u{0}b\n漢字 e\u{301}",
            encoding: "SHIFT_JIS")
        card.front = PhotoHash(of: [34, 21])
        let journey = try await Journey(
            [card], photos: Card.samplePhotos, files: FakeFiles(files: ["/home/a.png": [9, 9], "/home/b.pdf": [1]]))
        let codes = [FoundBarcode(barcode: Barcode(format: .qrCode, value: "\u{1B}[31m"), number: "\u{0}", page: 2)]
        journey.reader.put(codes[0], in: [9, 9])
        journey.reader.put(codes[0], codes[0], in: [34, 21])
        journey.press(Key("e"))
        await journey.wait("the form") { !journey.model.navigator.path.isEmpty }
        journey.press(.tab, .tab, key)
        await self.walk(&walk, through: journey, seed)
    }

    @Test("the backend's screen and conflicts survive it", arguments: ["B", "c"])
    func backend(key: Character) async throws {
        let seed = SeededGenerator.seed()
        var walk = Walk(generator: SeededGenerator(seed: seed))
        let journey = try await Journey([Card.samples[2]], photos: Card.samplePhotos)
        try await journey.disagree(
            over: Card.samples[2],
            mine: {
                ($0.note, $0.number) = (String(repeating: "mine \u{1B}[31m 漢字 ", count: 80), "1")
                ($0.front, $0.name) = (nil, "Cedar \u{202E}Library")
            },
            theirs: {
                ($0.note, $0.number) = (String(repeating: "theirs 漢字 \n", count: 40), "")
                ($0.front, $0.name, $0.expiry) = (PhotoHash(of: [20, 20]), "Cedar Books", nil)
            }, photos: [PhotoHash(of: [20, 20]): [20, 20]])
        await journey.loader.setWaiting(PendingCard.samples)
        journey.loader.publish { $0 = LoaderStatus.busy }
        await journey.wait("the loader's word") { journey.model.sync.status == .busy }
        await journey.wait("the conflict") { journey.model.list.selectedRow?.hasConflict == true }
        journey.press(Key(key))
        await self.walk(&walk, through: journey, seed)
    }

    /// In a complete frame the cells of each row are as wide as the row, and no wide character crosses its end.
    private func expectWhole(_ journey: Journey, _ comment: Comment) {
        let canvas = journey.draw()
        #expect(canvas.size == journey.size, comment)
        #expect(canvas.cells.count == journey.size.columns * journey.size.rows, comment)
        for row in 0..<canvas.size.rows {
            let width = SafeText(canvas.text(ofRow: row)).width
            guard width != canvas.size.columns else { continue }
            Issue.record("row \(row) of \(canvas.size) is \(width) wide: \(canvas.text(ofRow: row)), \(comment)")
        }
    }
}
