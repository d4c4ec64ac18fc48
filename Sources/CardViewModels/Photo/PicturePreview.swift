internal import Cards
import Observation

/// The picture of the row that is looked at in the file picker, and the last ones before it.
@MainActor @Observable
final class PicturePreview {
    private(set) var picture = PictureState.none

    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private var row: PhotoChoiceModel.Row?
    @ObservationIgnored private var task: Task<Void, Never>?
    /// The last pictures that were looked at: going back to one costs nothing.
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
        // One after the other: a read from far away cannot be called back, and many at once would fill the memory.
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
            // What was passed on the way need not be decoded.
            try Task.checkCancellation()
            return await context.pictures.picture(bytes, fitting: size)
        } catch {
            return .failed(error.message)
        }
    }
}
