import CardViewModels
import Terminal

/// The screens of the list and of the path: each is made when its destination is first on top, and dropped when that is left.
@MainActor
final class ScreenStack {
    private(set) var list: CardListScreen
    private var parts: [(destination: Destination, part: any ScreenPart)] = []
    private let model: AppModel
    let keyMap: KeyMap
    private let clock: any Clock<Duration>
    private let isMotionReduced: Bool

    init(_ model: AppModel, keyMap: KeyMap, clock: any Clock<Duration>, isMotionReduced: Bool) {
        (self.model, self.keyMap, self.clock, self.isMotionReduced) = (model, keyMap, clock, isMotionReduced)
        list = CardListScreen(model: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
    }

    /// Follows the path.
    /// - Parameter showsMore: whether a photo over the whole screen has more pixels there than one is loaded with at first.
    /// - Returns: the screen on top.
    func top(showsMore: Bool) -> any ScreenPart {
        // The demo has a list of its own.
        if list.model !== model.list {
            list = CardListScreen(model: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        }
        // What was left is let go of at once, with its pictures.
        parts.removeAll { !model.navigator.path.contains($0.destination) }
        guard let destination = model.navigator.top else { return list }
        if let known = parts.first(where: { $0.destination == destination }) { return known.part }
        let part = makeScreen(for: destination, showsMore: showsMore)
        parts.append((destination, part))
        return part
    }

    private func makeScreen(for destination: Destination, showsMore: Bool) -> any ScreenPart {
        switch destination {
        case .card(let card): CardScreen(card, app: model, keyMap: keyMap)
        case .form(let form): CardFormScreen(form, app: model, keyMap: keyMap)
        case .photo(let photo):
            PhotoScreen(
                photo, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced,
                showsMore: showsMore)
        case .file(let file): FileChoiceScreen(file, app: model, keyMap: keyMap)
        case .trash(let trash): TrashScreen(trash, app: model, keyMap: keyMap)
        case .photoChoice(let choice): PhotoChoiceScreen(choice, app: model, keyMap: keyMap)
        case .sync(let sync): SyncScreen(sync, app: model, keyMap: keyMap)
        case .conflict(let conflict): ConflictScreen(conflict, app: model, keyMap: keyMap)
        case .barcode(let barcode):
            BarcodeScreen(barcode, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        case .barcodeChoice(let choice): BarcodeChoiceScreen(choice, app: model, keyMap: keyMap)
        case .camera(let camera): CameraScreen(camera, app: model, keyMap: keyMap)
        case .crop(let crop):
            CropScreen(crop, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        }
    }
}
