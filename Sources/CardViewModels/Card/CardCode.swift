import Basics
public import Cards

/// The modules of a card's barcode, for the page of the card: encoded when they are first shown, after the frame that shows the card.
@MainActor
public final class CardCode {
    /// What a code depends on.
    private struct Source: Equatable {
        let barcode: Barcode?
        let number: String

        init(_ card: Card) { (barcode, number) = (card.barcode, card.number) }
    }

    /// The last one that was encoded; without symbols if it cannot be drawn.
    @Observed private var encoded: (source: Source, symbols: [BarcodeSymbol])?
    private var requested: Source?
    private let work = Latest()
    private let drawing: any BarcodeDrawing

    init(_ drawing: any BarcodeDrawing) { self.drawing = drawing }

    /// Whether a requested code is not encoded yet.
    public var isWorking: Bool { requested != nil && requested != encoded?.source }

    /// The symbols of this card; empty until they are encoded.
    public func symbols(of card: Card) -> [BarcodeSymbol] {
        guard let encoded, encoded.source == Source(card) else { return [] }
        return encoded.symbols
    }

    /// Requests the code of a card. Called by a layout: the work begins after its frame, since it may load a library.
    public func show(_ card: Card) {
        let source = Source(card)
        guard source != requested else { return }
        requested = source
        work.start { [drawing] in
            await Self.symbols(of: card, drawing)
        } then: { [weak self] in
            self?.encoded = (source, $0)
        }
    }

    @concurrent private nonisolated static func symbols(
        of card: Card, _ drawing: any BarcodeDrawing
    ) async -> [BarcodeSymbol] {
        // Another card is shown by now.
        if Task.isCancelled { return [] }
        guard case .shown(_, let symbols) = BarcodeModel.Code(of: card, .card, drawing: drawing) else { return [] }
        return symbols
    }
}
