import Cards
import Foundation
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Any input at any size")
struct AnyInputTests {
    /// How many events are made; a longer run sets CARDS_FUZZ.
    private static let events = ProcessInfo.processInfo.environment["CARDS_FUZZ"].flatMap(Int.init) ?? 1500

    @Test("random keys, clicks, pastes and sizes never trap, and every frame has the terminal's size")
    func anything() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos)
        let keys: [Key] =
            "jkgGahe12ytzdS[]?:lnqyiDM #\u{301}漢".map { Key($0) } + [
                .enter, .escape, .tab, .shiftTab, .control("d"), .control("u"), .control("s"), .control("x"),
                .control("l"), Key(.up), Key(.down), Key(.left), Key(.right), Key(.home), Key(.end), Key(.pageUp),
                Key(.pageDown), Key(.backspace), Key(.function(1)),
            ]
        for _ in 0..<Self.events {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                journey.size = Size(
                    columns: .random(in: 0...300, using: &generator), rows: .random(in: 0...200, using: &generator))
            case 1:
                journey.size = Size(
                    columns: .random(in: 1...40, using: &generator), rows: .random(in: 1...12, using: &generator))
            case 2: journey.paste("pasted\ntext \u{202E}\u{1B}[A")
            case 3, 4:
                journey.click(
                    column: .random(in: -1...120, using: &generator), row: .random(in: -1...40, using: &generator))
            default: if let key = keys.randomElement(using: &generator) { journey.press(key) }
            }
            let canvas = journey.draw()
            #expect(canvas.cells.count == journey.size.columns * journey.size.rows, "seed \(seed)")
            await Task.yield()
        }
    }
}
