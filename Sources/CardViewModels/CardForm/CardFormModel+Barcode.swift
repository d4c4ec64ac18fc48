import Basics
public import Cards

/// Help with the barcode in the form: kinds that fit, a corrected value, and input from a scanner.
extension CardFormModel {
    /// Why no barcode can be drawn, or which rule the value breaks.
    public var barcodeProblem: BarcodeProblem? {
        drawingProblem ?? draft.barcodeProblem
    }

    /// The field that a problem with the barcode is about.
    public func field(of problem: BarcodeProblem) -> DraftField { problem.field(in: draft) }

    /// Whether the barcode is drawn although it breaks a rule.
    var isBarcodeDrawable: Bool { drawingProblem == nil && draft.isBarcodeDrawable }

    private var drawingProblem: BarcodeProblem? { drawingCheck.problem(with: draft.unsureContent) }

    /// The kinds that fit the number, the likeliest first; empty if a kind was typed, valid or not.
    public var fittingFormats: [BarcodeFormat] {
        let number = draft.text(of: .number).trimmed
        guard !number.isEmpty, draft.text(of: .barcode).trimmed.isEmpty else { return [] }
        return BarcodeFormat.fitting(number)
    }

    /// The kind that the number would have with another check digit; nil if a kind was typed.
    public var wrongCheckDigit: BarcodeSuggestion? {
        guard draft.text(of: .barcode).trimmed.isEmpty else { return nil }
        return BarcodeSuggestion.wrongCheckDigit(in: draft.text(of: .number))
    }

    /// Whether the number was typed in this form: only then a slip of the finger is likely.
    public var isNumberTyped: Bool { draft.isTouched(.number) }

    /// - Parameter offer: what the screen offers.
    public func accept(_ offer: BarcodeOffer?) {
        switch offer {
        case .value: draft.fixBarcode()
        case .correction(let suggestion):
            if let number = suggestion.correction?.number { draft.setText(number, of: .number) }
            draft.setFormat(suggestion.format)
        case .format(let format): draft.setFormat(format)
        case nil: return
        }
        formatOrigin = .person
        keep()
    }

    /// Nil for no barcode.
    public func choose(_ format: BarcodeFormat?) {
        draft.setFormat(format)
        formatOrigin = .person
        keep()
    }

    // MARK: - The kind that the number tells

    /// The kind of barcode that was set because of the number; nil if there is none or it was set otherwise.
    public var formatByNumber: BarcodeFormat? {
        if case .number(let format) = formatOrigin { format } else { nil }
    }

    /// Called after a field was edited: in a new card the kind is that of the number, until a person sets it.
    func followNumber(after field: DraftField) {
        if field == .barcode { formatOrigin = .person }
        guard field == .number, draft.mode == .create, formatOrigin != .person else { return }
        let format = BarcodeFormat(evidentIn: draft.text(of: .number))
        guard format != formatByNumber else { return }
        draft.setFormat(format)
        formatOrigin = format.map { FormatOrigin.number($0) } ?? .nobody
    }

    // MARK: - Scanned codes

    /// Changes the draft by what was read.
    func change(_ change: (inout CardDraft) -> Void) {
        var changed = draft
        change(&changed)
        (draft, formatOrigin) = (changed, .person)
        keep()
    }

    /// The bytes of a side's photo; nil without one.
    func photoBytes(_ side: Card.Side) async throws -> [UInt8]? {
        guard let hash = draft.photo(side) else { return nil }
        if let bytes = draft.photos[hash] { return bytes }
        guard let bytes = try await services.store.photo(hash) else { throw PhotoError.decoderFailed("it is missing") }
        return bytes
    }

    // MARK: - Keyboard scanner

    /// Enter ended the number, as a scanner sends after its text. If the number tells its kind, it may have come from one.
    public func endNumber() {
        if formatByNumber != nil { scanPause.start(services.timer) }
    }

    /// Enter ended the name. If the name is a valid EAN-13 or UPC-A number including its check digit, and the form is otherwise empty,
    /// it came from a scanner and is moved to the number. One in ten numbers of that length would pass, but nobody types such a name.
    /// - Returns: true if the name was moved; a wrong guess loses nothing.
    public func moveScannedName() -> Bool {
        let typed = draft.text(of: .name).trimmed
        let others = draft.fields.filter { $0 != .name }
        guard draft.mode == .create, typed.count >= 12, let format = BarcodeFormat(digitsOf: typed),
            others.allSatisfy({ draft.text(of: $0).isEmpty })
        else { return false }
        draft.setText("", of: .name)
        draft.setText(typed, of: .number)
        draft.setFormat(format)
        formatOrigin = .number(format)
        keep()
        scanPause.start(services.timer)
        context.post(Message("\(typed) was entered as the number. Type the card's name."))
        return true
    }

    /// Called for each key after scanned text.
    /// - Returns: true if the key follows immediately: an Enter then belongs to the scanner.
    public func endScan() -> Bool { scanPause.stop() }
}

/// What one key accepts for the barcode in the form.
public enum BarcodeOffer: Equatable, Sendable {
    /// A corrected value with which the barcode is valid.
    case value(String)
    /// A kind for the number with the right check digit.
    case correction(BarcodeSuggestion)
    /// A kind that fits the number.
    case format(BarcodeFormat)
}

/// Who set the kind of barcode of a new card.
enum FormatOrigin: Equatable {
    case nobody
    /// It follows from the number.
    case number(BarcodeFormat)
    /// It was typed, chosen or scanned, or the person wants none: it does not follow the number any more.
    case person

    init(of draft: CardDraft) {
        if let format = draft.format, draft.mode == .create {
            self = format == BarcodeFormat(evidentIn: draft.text(of: .number)) ? .number(format) : .person
        } else {
            self = .nobody
        }
    }
}

/// Checks by drawing it whether a barcode can be drawn, where no rule can tell: the maximum length of a value depends on its
/// characters.
@MainActor
final class BarcodeDrawingCheck {
    /// The last content that was drawn, and its problem.
    @Observed private var drawn: (content: BarcodeContent, problem: BarcodeProblem?)?
    private let work = Latest()
    private let drawing: any BarcodeDrawing

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
