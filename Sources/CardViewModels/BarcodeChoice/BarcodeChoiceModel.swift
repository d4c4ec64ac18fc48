public import Cards
public import Observation

/// A kind of barcode being chosen for what a card in a form encodes.
///
/// It holds all kinds, with why they cannot hold the value, and how one of them looks; which one is selected belongs to the screen.
@MainActor @Observable
public final class BarcodeChoiceModel: ScreenModel {
    public struct Row: Hashable, Sendable {
        /// Nil for no barcode.
        public let format: BarcodeFormat?
        /// Why it cannot hold the value, in words; nil where it can.
        public let problem: String?
    }

    public enum Preview: Hashable, Sendable {
        case none
        case loading
        case shown([BarcodeSymbol])
        case failed(String)
    }

    /// What is encoded; empty as long as the form has nothing to encode.
    public let value: String
    /// Kinds that can hold the value first, the likeliest first; then the others, and none at all.
    public let rows: [Row]
    /// The row to begin at: the kind that there is, or that was begun to be typed.
    public let firstSelected: Int
    /// How the kind looks that is looked at.
    public private(set) var preview = Preview.none

    @ObservationIgnored private let encoding: String
    @ObservationIgnored private let drawing: any BarcodeDrawing
    @ObservationIgnored private var looked: BarcodeFormat?
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var previews: [BarcodeFormat: Preview] = [:]

    init(for draft: CardDraft, drawing: any BarcodeDrawing) {
        let card = draft.card
        // As it stands in the form: a kind that is chosen here may need it where the present one does not.
        let encoding = draft.text(of: .encoding).trimmed
        (value, self.encoding, self.drawing) = (card.barcode?.value ?? card.number, encoding, drawing)
        let rows = Self.rows(value, encoding: encoding, present: draft.format)
        self.rows = rows
        let wanted = draft.format ?? BarcodeFormat.completions(of: draft.text(of: .barcode)).first
        firstSelected = wanted.flatMap { wanted in rows.firstIndex { $0.format == wanted } } ?? 0
        look(at: rows[firstSelected])
    }

    isolated deinit { task?.cancel() }

    /// - Parameter present: the kind that there is: others have to say the same to a scanner.
    private static func rows(_ value: String, encoding: String, present: BarcodeFormat?) -> [Row] {
        func bytes(_ format: BarcodeFormat) -> [UInt8]? {
            try? BarcodeContent(value, as: format, encoding: encoding).bytes
        }
        let wanted = present.flatMap(bytes)
        // Without a value there is nothing yet that a kind could not hold.
        let fitting =
            value.isEmpty
            ? BarcodeFormat.known
            : BarcodeFormat.fitting(value, encoding: encoding).filter { wanted == nil || bytes($0) == wanted }
        let others = BarcodeFormat.known.filter { !fitting.contains($0) }.map { format in
            Row(format: format, problem: problem(value, format, encoding) ?? "it would hold something else")
        }
        return fitting.map { Row(format: $0, problem: nil) } + others + [Row(format: nil, problem: nil)]
    }

    private static func problem(_ value: String, _ format: BarcodeFormat, _ encoding: String) -> String? {
        do throws(BarcodeProblem) {
            return try BarcodeContent(value, as: format, encoding: encoding).warning?.userMessage
        } catch {
            return error.userMessage
        }
    }

    /// Shows how the kind of a row looks; nil for none.
    public func look(at row: Row?) {
        looked = row?.format
        guard let format = looked, !value.isEmpty else { return preview = .none }
        if let problem = row?.problem { return preview = .failed(problem) }
        if let known = previews[format] { return preview = known }
        preview = .loading
        if task == nil { draw(format) }
    }

    /// One at a time; then the one that is looked at by then, whatever was passed meanwhile.
    private func draw(_ format: BarcodeFormat) {
        task = Task { [weak self, value, encoding, drawing] in
            let drawn = await Self.preview(value, format, encoding, drawing)
            guard let self, !Task.isCancelled else { return }
            task = nil
            previews[format] = drawn
            guard preview == .loading, let looked else { return }
            if looked == format { preview = drawn } else { draw(looked) }
        }
    }

    /// Worked out away from the main actor: a long one takes its time.
    @concurrent private nonisolated static func preview(
        _ value: String, _ format: BarcodeFormat, _ encoding: String, _ drawing: any BarcodeDrawing
    ) async -> Preview {
        // The chooser was left before it began.
        if Task.isCancelled { return .none }
        do throws(BarcodeProblem) {
            return .shown(try drawing.symbols(for: try BarcodeContent(value, as: format, encoding: encoding)))
        } catch {
            return .failed(error.userMessage)
        }
    }
}
