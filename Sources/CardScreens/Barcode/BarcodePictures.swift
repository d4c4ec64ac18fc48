import Observation
import Terminal

/// Barcodes as the pixels of this terminal, made away from the main actor and kept: the last few.
///
/// Asking for one that is not here yet starts the work; the answer is nil until it is done, and that it is done is an observed
/// change.
@MainActor @Observable
final class BarcodePictures {
    private struct Wish: Equatable {
        let fit: BarcodeFit
        let isInverted: Bool
        let medium: PictureMedium
    }

    private static let maximum = 4

    /// Counts those that were made: the one thing that a drawing observes.
    private var made = 0
    /// Nil where the terminal cannot be sent one.
    @ObservationIgnored private var known: [(of: Wish, graphic: PictureGraphic?)] = []
    @ObservationIgnored private var current: Wish?
    @ObservationIgnored private var task: Task<Void, Never>?

    isolated deinit { task?.cancel() }

    var isWorking: Bool { current != nil }

    /// Covers the fit's cells exactly, pixel for pixel.
    func graphic(of fit: BarcodeFit, isInverted: Bool, on medium: PictureMedium) -> PictureGraphic? {
        _ = made
        let wish = Wish(fit: fit, isInverted: isInverted, medium: medium)
        if let known = known.first(where: { $0.of == wish }) { return known.graphic }
        guard wish != current else { return nil }
        task?.cancel()
        current = wish
        task = Task { [weak self] in
            let graphic = await Self.made(wish)
            guard let self, !Task.isCancelled, current == wish else { return }
            known.append((wish, graphic))
            if known.count > Self.maximum { known.removeFirst() }
            current = nil
            made += 1
        }
        return nil
    }

    private nonisolated static func made(_ wish: Wish) async -> PictureGraphic? {
        await Task.detached {
            guard case .pixels(let cell) = wish.fit.unit else { return nil }
            let size = wish.fit.size
            let raster = BarcodeRaster(wish.fit, width: size.columns * cell.width, height: size.rows * cell.height)
            return PictureGraphic(
                rgba: raster.rgba(isInverted: wish.isInverted), width: raster.width, height: raster.height, size: size,
                medium: wish.medium)
        }.value
    }
}
