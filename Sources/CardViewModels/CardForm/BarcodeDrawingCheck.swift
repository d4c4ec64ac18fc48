internal import Cards
import Observation

/// Checks by drawing it whether a barcode can be drawn, where no rule can tell: the maximum length of a value depends on its
/// characters.
@MainActor @Observable
final class BarcodeDrawingCheck {
    /// The last content that was drawn, and its problem.
    private var drawn: (content: BarcodeContent, problem: BarcodeProblem?)?
    @ObservationIgnored private let work = Latest()
    @ObservationIgnored private let drawing: any BarcodeDrawing

    init(_ drawing: any BarcodeDrawing) { self.drawing = drawing }

    /// The problem of a content; nil if it can be drawn or has not been checked yet.
    func problem(with content: BarcodeContent?) -> BarcodeProblem? {
        guard let drawn, drawn.content == content else { return nil }
        return drawn.problem
    }

    /// Starts the check; nil for nothing to check.
    func check(_ content: BarcodeContent?) {
        guard let content else {
            work.cancel()
            if drawn != nil { drawn = nil }
            return
        }
        guard drawn?.content != content else { return }
        work.start { [drawing] in
            await Self.problem(drawing: content, with: drawing)
        } then: { [weak self] in
            self?.drawn = (content, $0)
        }
    }

    @concurrent private nonisolated static func problem(
        drawing content: BarcodeContent, with drawing: any BarcodeDrawing
    ) async -> BarcodeProblem? {
        do throws(BarcodeProblem) {
            _ = try drawing.symbols(for: content)
            return nil
        } catch {
            return error
        }
    }
}
