public import Basics
public import Cards

/// The picker for the kind of barcode of the card in the form.
///
/// It holds all kinds, with why they cannot encode the value, and the preview of one of them; the screen holds which one is selected.
@MainActor
public final class BarcodeChoiceModel: ScreenModel {
    public struct Row: Equatable, Sendable {
        /// Nil for no barcode.
        public let format: BarcodeFormat?
        /// Why it cannot encode the value; nil if it can.
        public let problem: String?
    }

    public enum Preview: Equatable, Sendable {
        case none
        case loading
        case shown([BarcodeSymbol])
        case failed(String)
    }

    /// The value to encode; empty if the form has none.
    public let value: String
    /// Kinds that can encode the value first, the likeliest first; then "no barcode"; then the others, led by one of which only the check
    /// digit is wrong.
    public let rows: [Row]
    /// The row selected first: the present kind, or the one whose name was begun to be typed.
    public let firstSelected: Int
    /// The preview of the selected kind.
    @Observed public private(set) var preview = Preview.none

    private let encoding: String
    private let drawing: any BarcodeDrawing
    private var previewedFormat: BarcodeFormat?
    private var task: Task<Void, Never>?
    private var previews: [BarcodeFormat: Preview] = [:]

    init(for draft: CardDraft, drawing: any BarcodeDrawing) {
        let card = draft.card
        // The text encoding as typed: another kind may need it although the present one does not.
        let encoding = draft.text(of: .encoding).trimmed
        value = card.barcode?.value ?? card.number
        self.encoding = encoding
        self.drawing = drawing
        let rows = Self.rows(value, encoding: encoding, present: draft.format)
        self.rows = rows
        let wanted = draft.format ?? BarcodeFormat.completions(of: draft.text(of: .barcode)).first
        firstSelected = wanted.flatMap { wanted in rows.firstIndex { $0.format == wanted } } ?? 0
        showPreview(of: rows[firstSelected])
    }

    isolated deinit { task?.cancel() }

    /// - Parameter present: the present kind; a row fits if a scanner reads the same from it.
    private static func rows(_ value: String, encoding: String, present: BarcodeFormat?) -> [Row] {
        func bytes(_ format: BarcodeFormat) -> [UInt8]? {
            try? BarcodeContent(value, as: format, encoding: encoding).bytes
        }
        let wanted = present.flatMap(bytes)
        // Without a value every kind fits.
        let fitting =
            value.isEmpty
            ? BarcodeFormat.known
            : BarcodeFormat.fitting(value, encoding: encoding).filter { wanted == nil || bytes($0) == wanted }
        let nearly = present == nil ? BarcodeSuggestion.wrongCheckDigit(in: value)?.format : nil
        let others = BarcodeFormat.known.filter { !fitting.contains($0) }.map { format in
            Row(format: format, problem: problem(value, format, encoding) ?? "it would encode something else")
        }
        return fitting.map { Row(format: $0, problem: nil) } + [Row(format: nil, problem: nil)]
            + others.filter { $0.format == nearly } + others.filter { $0.format != nearly }
    }

    private static func problem(_ value: String, _ format: BarcodeFormat, _ encoding: String) -> String? {
        do throws(BarcodeProblem) {
            return try BarcodeContent(value, as: format, encoding: encoding).warning?.userMessage
        } catch {
            return error.userMessage
        }
    }

    /// Shows the preview of a row's kind; nil for none.
    public func showPreview(of row: Row?) {
        previewedFormat = row?.format
        guard let format = previewedFormat, !value.isEmpty else { return preview = .none }
        if let problem = row?.problem { return preview = .failed(problem) }
        if let known = previews[format] { return preview = known }
        preview = .loading
        if task == nil { draw(format) }
    }

    /// Draws one preview at a time, then the one requested last; those requested in between are skipped.
    private func draw(_ format: BarcodeFormat) {
        task = Task { [weak self, value, encoding, drawing] in
            let drawn = await Self.preview(value, format, encoding, drawing)
            guard let self, !Task.isCancelled else { return }
            task = nil
            previews[format] = drawn
            guard preview == .loading, let previewedFormat else { return }
            if previewedFormat == format { preview = drawn } else { draw(previewedFormat) }
        }
    }

    /// Encodes away from the main actor: a long value takes time.
    @concurrent private nonisolated static func preview(
        _ value: String, _ format: BarcodeFormat, _ encoding: String, _ drawing: any BarcodeDrawing
    ) async -> Preview {
        // The picker was left before the work began.
        if Task.isCancelled { return .none }
        do throws(BarcodeProblem) {
            return .shown(try drawing.symbols(for: try BarcodeContent(value, as: format, encoding: encoding)))
        } catch {
            return .failed(error.userMessage)
        }
    }
}
