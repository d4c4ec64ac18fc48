import CardViewModels
public import Terminal

/// A kind of screen: its commands, whose first section names it where keys are listed, and how it is made.
///
/// A new screen is a model, the screen and a row here. A mode with commands of its own, such as a search, has a row without a screen.
struct ScreenKind: Sendable {
    /// Called only where commands are listed: each table is built when its screen is first opened.
    let keys: @Sendable () -> KeyReference.Section
    /// Nil for a model of another screen.
    private let make: @MainActor @Sendable (any ScreenModel, ScreenSetup) -> (any Screen)?

    private init<Kind: ModelScreen & SendableMetatype>(
        _ kind: Kind.Type, _ table: @autoclosure @escaping @Sendable () -> CommandTable<Kind>
    ) {
        keys = { KeyReference.section(of: table(), isOverScreen: false) }
        make = { model, setup in (model as? Kind.Model).map { Kind($0, setup) } }
    }

    private init<Screen>(
        _ table: @autoclosure @escaping @Sendable () -> CommandTable<Screen>, isOverScreen: Bool = false
    ) {
        keys = { KeyReference.section(of: table(), isOverScreen: isOverScreen) }
        make = { _, _ in nil }
    }

    @MainActor
    static func makeScreen(of model: any ScreenModel, _ setup: ScreenSetup) -> (any Screen)? {
        all.lazy.compactMap { $0.make(model, setup) }.first
    }

    static let all: [ScreenKind] = [
        ScreenKind(AppCommands.table),
        ScreenKind(ListCommands.table),
        ScreenKind(FilterCommands.table),
        ScreenKind(CardScreen.self, CardCommands.table),
        ScreenKind(CardFormScreen.self, FormCommands.table),
        ScreenKind(BarcodeChoiceScreen.self, BarcodeChoiceCommands.table),
        ScreenKind(FilePickerScreen.self, FilePickerCommands.table),
        ScreenKind(FileFormScreen.self, FileFormCommands.table),
        ScreenKind(PasswordScreen.self, PasswordCommands.table),
        ScreenKind(NewPasswordScreen.self, NewPasswordCommands.table),
        ScreenKind(ImportScreen.self, ImportCommands.table),
        ScreenKind(NamingScreen.self, NamingCommands.table),
        ScreenKind(ImportDetailScreen.self, ImportDetailCommands.table),
        ScreenKind(CameraScreen.self, CameraCommands.table),
        ScreenKind(CropScreen.self, CropCommands.table),
        ScreenKind(PhotoScreen.self, PhotoCommands.table),
        ScreenKind(BarcodeScreen.self, BarcodeCommands.table),
        ScreenKind(BookingScreen.self, BookingCommands.table),
        ScreenKind(SecretFieldScreen.self, SecretFieldCommands.table),
        ScreenKind(HistoryScreen.self, HistoryCommands.table),
        ScreenKind(HistorySearchCommands.table),
        ScreenKind(PastCardScreen.self, PastCardCommands.table),
        ScreenKind(LedgerScreen.self, LedgerCommands.table),
        ScreenKind(GroupsScreen.self, GroupsCommands.table),
        ScreenKind(GroupNameScreen.self, GroupNameCommands.table),
        ScreenKind(ColumnsScreen.self, ColumnsCommands.table),
        ScreenKind(TotalsScreen.self, TotalsCommands.table),
        ScreenKind(TrashScreen.self, TrashCommands.table),
        ScreenKind(SyncScreen.self, SyncCommands.table),
        ScreenKind(BackupsScreen.self, BackupsCommands.table),
        ScreenKind(BackendFormScreen.self, BackendFormCommands.table),
        ScreenKind(SharingFormScreen.self, SharingFormCommands.table),
        ScreenKind(ConflictScreen.self, ConflictCommands.table),
        ScreenKind(WritingCommands.table),
        ScreenKind(PickerCommands.table, isOverScreen: true),
        ScreenKind(PickerSearchCommands.table, isOverScreen: true),
        ScreenKind(HelpCommands.table, isOverScreen: true),
        ScreenKind(HelpSearchCommands.table, isOverScreen: true),
    ]
}

/// All commands of all screens with their names in the config file, taken from the literals: for the manual page and for checking the
/// key map.
public enum KeyReference {
    public struct Entry: Equatable, Sendable {
        public let name: String
        public let keys: [Key]
        public let title: String
        /// Whether text is typed where the command works.
        public let isInText: Bool
        /// Whether it works over a screen, where the commands that work everywhere do not.
        public let isOverScreen: Bool
        /// The name that it shares with commands of other screens; nil for none.
        public let shared: String?

        public var hint: KeyHint { KeyHint(keys, title) }
    }

    public typealias Section = (title: String, entries: [Entry])

    /// First those of all screens, then the names that stand for commands of several screens, then the screens.
    public static var sections: [Section] {
        let all = ScreenKind.all.map { $0.keys() }
        return [all[0], ("On all screens that have it", shared(in: all.flatMap(\.entries)))] + all.dropFirst()
    }

    /// Each shared name once, with the keys that it has where it comes first.
    private static func shared(in entries: [Entry]) -> [Entry] {
        let titles = [
            "rows.first": "first row, or the top", "rows.last": "last row, or the bottom",
            "screen.leave": "leave the screen",
        ]
        var seen: Set<String> = []
        return entries.compactMap { entry in
            guard let name = entry.shared, seen.insert(name).inserted else { return nil }
            return Entry(
                name: name, keys: entry.keys, title: titles[name] ?? entry.title, isInText: false,
                isOverScreen: false, shared: nil)
        }
    }

    /// All commands that the key map can assign keys to, with their default keys.
    public static var commandKeys: [CommandKeys] {
        ScreenKind.all.flatMap { $0.keys().entries }.map {
            CommandKeys($0.name, $0.keys, isInText: $0.isInText, isOverScreen: $0.isOverScreen, shared: $0.shared)
        }
    }

    fileprivate static func section<Screen>(of table: CommandTable<Screen>, isOverScreen: Bool) -> Section {
        let entries = table.commands.map {
            Entry(
                name: $0.name, keys: $0.keys, title: $0.title, isInText: table.isInText, isOverScreen: isOverScreen,
                shared: $0.shared)
        }
        return (table.sections.first?.title ?? "", entries)
    }
}

/// The screens of the list and of the path: each is created when its model is first on top, and dropped when that is left.
@MainActor
final class ScreenStack {
    private(set) var list: CardListScreen
    /// The screen of the model on top, as of the last ``follow(usesPixels:)``.
    private(set) var top: any Screen
    private var screens: [(model: any ScreenModel, screen: any Screen)] = []
    private var setup: ScreenSetup

    init(_ setup: ScreenSetup) {
        self.setup = setup
        list = CardListScreen(setup)
        top = list
    }

    var keyMap: KeyMap { setup.keyMap }
    private var navigator: Navigator { setup.app.navigator }

    /// Creates the screen on top, and drops screens that were left, with their pictures.
    /// - Parameter usesPixels: see ``ScreenSetup/usesPixels``.
    func follow(usesPixels: Bool) {
        // The demo has its own list.
        if list.model !== setup.app.list { list = CardListScreen(setup) }
        screens.removeAll { !navigator.contains($0.model) }
        guard let model = navigator.top else { return top = list }
        if let known = screens.first(where: { $0.model === model }) { return top = known.screen }
        setup.usesPixels = usesPixels
        guard let screen = ScreenKind.makeScreen(of: model, setup) else { return top = list }
        top = screen
        screens.append((model, screen))
    }

    /// Makes all screens again with other keys. What was typed into the search stays; other screens begin at their top.
    func adopt(_ keyMap: KeyMap, isMotionReduced: Bool) {
        guard (keyMap, isMotionReduced) != (setup.keyMap, setup.isMotionReduced) else { return }
        (setup.keyMap, setup.isMotionReduced) = (keyMap, isMotionReduced)
        let before = list
        list = CardListScreen(setup)
        (list.editor, list.isTyping) = (before.editor, before.isTyping)
        list.viewport.adoptPosition(of: before.viewport)
        (screens, top) = ([], list)
    }
}
