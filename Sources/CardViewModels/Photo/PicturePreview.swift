internal import Cards
import Observation

/// The preview of the selected row in the file picker, and a cache of the last ones.
@MainActor @Observable
final class PicturePreview {
    private(set) var picture = PictureState.none

    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private var row: PhotoChoiceModel.Row?
    @ObservationIgnored private var task: Task<Void, Never>?
    /// The last previews: going back to one costs nothing.
    @ObservationIgnored private var known: [(row: PhotoChoiceModel.Row, picture: PictureState)] = []

    private static let size = PixelSize(width: 480, height: 480)
    private static let maximumKnown = 6

    init(context: ScreenContext) { self.context = context }

    isolated deinit { task?.cancel() }

    /// Nil for none.
    func show(_ new: PhotoChoiceModel.Row?) {
        guard new != row else { return }
        row = new
        task?.cancel()
        guard let new, new.kind == .picture else { return picture = .none }
        if let known = known.first(where: { $0.row == new }) { return picture = known.picture }
        picture = .loading
        // Serialized: a read from a slow file system cannot be cancelled, and many at once would fill the memory.
        task = Task { [weak self, context, before = task] in
            await before?.value
            guard !Task.isCancelled else { return }
            let loaded = await Self.picture(at: new.path, context)
            guard !Task.isCancelled, let self else { return }
            known.append((new, loaded))
            if known.count > Self.maximumKnown { known.removeFirst() }
            picture = loaded
        }
    }

    private static func picture(at path: String, _ context: ScreenContext) async -> PictureState {
        do {
            let bytes = try await context.services.files.read(path, limit: PhotoChoiceModel.maximumBytes)
            // Rows that were skipped are not decoded.
            try Task.checkCancellation()
            return await context.pictures.picture(bytes, fitting: size)
        } catch {
            return .failed(error.message)
        }
    }
}
