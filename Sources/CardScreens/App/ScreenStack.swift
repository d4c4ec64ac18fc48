import CardViewModels
import Terminal

/// The screens of the list and of the path: each is created when its destination is first on top, and dropped when that is left.
@MainActor
final class ScreenStack {
    private(set) var list: CardListScreen
    /// The screen of the destination on top, as of the last ``follow(usesPixels:)``.
    private(set) var top: any Screen
    private var screens: [(destination: Destination, screen: any Screen)] = []
    private let model: AppModel
    private(set) var keyMap: KeyMap
    private let clock: any Clock<Duration>
    private var isMotionReduced: Bool

    init(_ model: AppModel, keyMap: KeyMap, clock: any Clock<Duration>, isMotionReduced: Bool) {
        self.model = model
        self.keyMap = keyMap
        self.clock = clock
        self.isMotionReduced = isMotionReduced
        list = CardListScreen(model: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        top = list
    }

    /// Creates the screen on top, and drops screens that were left, with their pictures.
    /// - Parameter usesPixels: whether a photo over the whole screen has more pixels there than the size it is first loaded in.
    func follow(usesPixels: Bool) {
        // The demo has its own list.
        if list.model !== model.list {
            list = CardListScreen(model: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        }
        screens.removeAll { !model.navigator.path.contains($0.destination) }
        guard let destination = model.navigator.top else { return top = list }
        if let known = screens.first(where: { $0.destination == destination }) { return top = known.screen }
        top = makeScreen(for: destination, usesPixels: usesPixels)
        screens.append((destination, top))
    }

    /// Makes all screens again with other keys. What was typed into the search stays; other screens begin at their top.
    func adopt(_ keyMap: KeyMap, isMotionReduced: Bool) {
        guard (keyMap, isMotionReduced) != (self.keyMap, self.isMotionReduced) else { return }
        (self.keyMap, self.isMotionReduced) = (keyMap, isMotionReduced)
        let before = list
        list = CardListScreen(model: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        (list.editor, list.isTyping) = (before.editor, before.isTyping)
        list.viewport.adoptPosition(of: before.viewport)
        (screens, top) = ([], list)
    }

    private func makeScreen(for destination: Destination, usesPixels: Bool) -> any Screen {
        switch destination {
        case .card(let card): CardScreen(card, app: model, keyMap: keyMap)
        case .form(let form): CardFormScreen(form, app: model, keyMap: keyMap)
        case .photo(let photo):
            PhotoScreen(
                photo, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced,
                usesPixels: usesPixels)
        case .file(let file): FileChoiceScreen(file, app: model, keyMap: keyMap)
        case .password(let password): PasswordScreen(password, app: model, keyMap: keyMap)
        case .importPreview(let preview): ImportScreen(preview, app: model, keyMap: keyMap)
        case .importDetail(let detail): ImportDetailScreen(detail, app: model, keyMap: keyMap)
        case .trash(let trash): TrashScreen(trash, app: model, keyMap: keyMap)
        case .photoChoice(let choice): PhotoChoiceScreen(choice, app: model, keyMap: keyMap)
        case .sync(let sync): SyncScreen(sync, app: model, keyMap: keyMap)
        case .backendForm(let form): BackendFormScreen(form, app: model, keyMap: keyMap)
        case .sharingForm(let form): SharingFormScreen(form, app: model, keyMap: keyMap)
        case .conflict(let conflict): ConflictScreen(conflict, app: model, keyMap: keyMap)
        case .barcode(let barcode):
            BarcodeScreen(barcode, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        case .barcodeChoice(let choice): BarcodeChoiceScreen(choice, app: model, keyMap: keyMap)
        case .history(let history): HistoryScreen(history, app: model, keyMap: keyMap)
        case .pastCard(let card): PastCardScreen(card, app: model, keyMap: keyMap)
        case .booking(let booking): BookingScreen(booking, app: model, keyMap: keyMap)
        case .backups(let backups): BackupsScreen(backups, app: model, keyMap: keyMap)
        case .ledger(let ledger): LedgerScreen(ledger, app: model, keyMap: keyMap)
        case .groups(let groups): GroupsScreen(groups, app: model, keyMap: keyMap)
        case .columns(let columns): ColumnsScreen(columns, app: model, keyMap: keyMap)
        case .naming(let naming): NamingScreen(naming, app: model, keyMap: keyMap)
        case .totals(let totals): TotalsScreen(totals, app: model, keyMap: keyMap)
        case .secretField(let field): SecretFieldScreen(field, app: model, keyMap: keyMap)
        case .camera(let camera): CameraScreen(camera, app: model, keyMap: keyMap)
        case .crop(let crop):
            CropScreen(crop, app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced)
        }
    }
}
