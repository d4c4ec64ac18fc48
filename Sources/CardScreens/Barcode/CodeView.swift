import Basics
import CardCodes
import Cards
import Terminal

/// Draws a code in black on white: as pixels where the terminal shows them, until they are ready in cells.
@MainActor
final class CodeView {
    private let pictures = BarcodePictures()

    var isWorking: Bool { pictures.isWorking }

    /// Requests the pixels of the code that will be drawn.
    func request(_ fit: BarcodeFit, isInverted: Bool = false, style: ScreenStyle) {
        if case .pixels = fit.unit { pictures.request(fit, isInverted: isInverted, on: style.medium) }
    }

    /// - Parameters:
    ///   - area: of the size of the fit.
    ///   - symbols: the symbols that the fit was chosen from.
    func draw(
        _ fit: BarcodeFit, of symbols: [BarcodeSymbol], on canvas: inout Canvas, in area: Rect, ink: Ink,
        style: ScreenStyle
    ) {
        guard case .pixels = fit.unit else {
            return fit.grid(isPlain: style.isPlain).draw(on: &canvas, in: area, ink: ink)
        }
        if let graphic = pictures.graphic(of: fit, isInverted: ink.isInverted, on: style.medium) {
            return canvas.place(graphic, in: area, ground: ink.paper)
        }
        // Until the pixels are ready: the same code in cells, if possible.
        let fits = BarcodeSizes(style.medium, isPlain: style.isPlain).cellFits(symbols, in: area.size)
        guard let index = BarcodeLayout.nearest(to: fit.thousandths, fits) else { return }
        fits[index].grid(isPlain: style.isPlain).draw(on: &canvas, in: area.centered(fits[index].size), ink: ink)
    }
}

/// Barcodes as pixels for this terminal, made away from the main actor; a cache of the last few.
///
/// Requesting a missing one starts the work, one at a time; of several requests meanwhile only the last is made. Its completion is an
/// observed change; until then a look-up returns nil.
@MainActor
final class BarcodePictures {
    private struct Request: Equatable {
        let fit: BarcodeFit
        let isInverted: Bool
        let medium: PictureMedium
    }

    private static let maximum = 4

    /// Counts finished graphics: the only property that drawing observes.
    @Observed private var made = 0
    /// The graphic is nil if it cannot be sent to the terminal.
    private var known: [(of: Request, graphic: PictureGraphic?)] = []
    /// The last request that is not finished yet.
    private var wanted: Request?
    private var task: Task<Void, Never>?

    isolated deinit { task?.cancel() }

    var isWorking: Bool { wanted != nil }

    func request(_ fit: BarcodeFit, isInverted: Bool, on medium: PictureMedium) {
        let request = Request(fit: fit, isInverted: isInverted, medium: medium)
        wanted = known.contains { $0.of == request } ? nil : request
        if wanted != nil, task == nil { makeWanted() }
    }

    /// A requested graphic. It covers the fit's cells exactly, pixel for pixel.
    func graphic(of fit: BarcodeFit, isInverted: Bool, on medium: PictureMedium) -> PictureGraphic? {
        _ = made
        let request = Request(fit: fit, isInverted: isInverted, medium: medium)
        return known.first { $0.of == request }?.graphic
    }

    private func makeWanted() {
        guard let request = wanted else { return }
        task = Task { [weak self] in
            let graphic = await Self.made(request)
            guard let self, !Task.isCancelled else { return }
            task = nil
            known.append((request, graphic))
            if known.count > Self.maximum { known.removeFirst() }
            if wanted == request { wanted = nil }
            made += 1
            makeWanted()
        }
    }

    @concurrent private nonisolated static func made(_ request: Request) async -> PictureGraphic? {
        // The screen was left before the work began.
        guard !Task.isCancelled, case .pixels(let cell) = request.fit.unit else { return nil }
        let size = request.fit.size
        let raster = BarcodeRaster(request.fit, width: size.columns * cell.width, height: size.rows * cell.height)
        return PictureGraphic(
            rgba: raster.rgba(isInverted: request.isInverted), width: raster.width, height: raster.height, size: size,
            medium: request.medium)
    }
}
