import Cards
import Terminal
import Testing

/// A theme on terminals with few colors, and on small ones.
@MainActor
struct ThemedScreenTests {
    private func journey(_ colors: ColorDepth, size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size, theme: Look.light.theme)
        journey.terminal.colors = colors
        return journey
    }

    @Test("without colours a theme looks like the terminal's own colours, whose roles also differ in attributes")
    func monochrome() async throws {
        let canvas = try await journey(.monochrome).draw()
        let terminals = try await Journey(Card.samples)
        terminals.terminal.colors = .monochrome
        #expect(canvas == terminals.draw())
        #expect(canvas[3, 1].style.attributes.contains(.reverse))
    }

    @Test("in sixteen colours a light theme is black on white in every cell")
    func sixteen() async throws {
        let journey = try await journey(.sixteen)
        journey.press(Key("d"))
        let styles = journey.draw().cells.map(\.style)
        #expect(styles.allSatisfy { $0.background == .palette(15) })
        #expect(styles.allSatisfy { if case .palette(..<8) = $0.foreground { true } else { false } })
    }

    @Test("a window that is too small has the theme's background, too")
    func tooSmall() async throws {
        let canvas = try await journey(.trueColor, size: Size(columns: 12, rows: 3)).draw()
        let ground = try Look.light.theme[.text].background
        #expect(canvas.cells.allSatisfy { $0.style.background == ground })
    }
}
