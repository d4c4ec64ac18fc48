internal import Cards
import Observation

/// Asks the drawing itself whether a barcode can be drawn, where nothing else can tell: how long a value may be depends on its very
/// characters.
@MainActor @Observable
final class BarcodeDrawingCheck {
    /// The last content that was drawn, and why it could not be.
    private var drawn: (content: BarcodeContent, problem: BarcodeProblem?)?
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private let drawing: any BarcodeDrawing

    init(_ drawing: any BarcodeDrawing) { self.drawing = drawing }

    isolated deinit { task?.cancel() }

    /// Nil where it can be drawn, and as long as that is not known.
    func problem(with content: BarcodeContent?) -> BarcodeProblem? {
        guard let drawn, drawn.content == content else { return nil }
        return drawn.problem
    }

    /// Finds out; nil where there is nothing to be found out.
    func check(_ content: BarcodeContent?) {
        guard let content else {
            task?.cancel()
            if drawn != nil { drawn = nil }
            return
        }
        guard drawn?.content != content else { return }
        task?.cancel()
        task = Task { [weak self, drawing] in
            let problem = await Self.problem(drawing: content, with: drawing)
            guard let self, !Task.isCancelled else { return }
            drawn = (content, problem)
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
