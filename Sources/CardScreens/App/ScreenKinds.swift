import CardViewModels
public import Terminal

/// A kind of screen: its title where keys are listed, its commands, and how it is made.
///
/// A new screen is a model, the screen and a row here. A mode with commands of its own, such as a search, has a row without a screen.
struct ScreenKind: Sendable {
    let title: String
    /// Called only where commands are listed: each table is built when its screen is first opened.
    let entries: @Sendable () -> [KeyReference.Entry]
    /// Nil for a model of another screen.
    private let make: @MainActor @Sendable (any ScreenModel, ScreenSetup) -> (any Screen)?

    private init<Kind: ModelScreen & SendableMetatype>(
        _ title: String, _ kind: Kind.Type, _ table: @autoclosure @escaping @Sendable () -> CommandTable<Kind>
    ) {
        self.title = title
        entries = { KeyReference.entries(table(), isOverScreen: false) }
        make = { model, setup in (model as? Kind.Model).map { Kind($0, setup) } }
    }

    private init<Screen>(
        _ title: String, _ table: @autoclosure @escaping @Sendable () -> CommandTable<Screen>,
        isOverScreen: Bool = false
    ) {
        self.title = title
        entries = { KeyReference.entries(table(), isOverScreen: isOverScreen) }
        make = { _, _ in nil }
    }

    @MainActor
    static func makeScreen(of model: any ScreenModel, _ setup: ScreenSetup) -> (any Screen)? {
        all.lazy.compactMap { $0.make(model, setup) }.first
    }

    static let all: [ScreenKind] = [
        ScreenKind("Everywhere", AppCommands.table),
        ScreenKind("Cards", ListCommands.table),
        ScreenKind("Searching", FilterCommands.table),
        ScreenKind("Card", CardScreen.self, CardCommands.table),
        ScreenKind("Form", CardFormScreen.self, FormCommands.table),
        ScreenKind("Choosing a kind of barcode", BarcodeChoiceScreen.self, BarcodeChoiceCommands.table),
        ScreenKind("Choosing a photo", PhotoChoiceScreen.self, PhotoChoiceCommands.table),
        ScreenKind("File", FileChoiceScreen.self, FileChoiceCommands.table),
        ScreenKind("Password", PasswordScreen.self, PasswordCommands.table),
        ScreenKind("Import", ImportScreen.self, ImportCommands.table),
        ScreenKind("Names of new cards", NamingScreen.self, NamingCommands.table),
        ScreenKind("Card of an import", ImportDetailScreen.self, ImportDetailCommands.table),
        ScreenKind("Camera", CameraScreen.self, CameraCommands.table),
        ScreenKind("Crop", CropScreen.self, CropCommands.table),
        ScreenKind("Photo", PhotoScreen.self, PhotoCommands.table),
        ScreenKind("Barcode", BarcodeScreen.self, BarcodeCommands.table),
        ScreenKind("Entry in the ledger", BookingScreen.self, BookingCommands.table),
        ScreenKind("Secret field", SecretFieldScreen.self, SecretFieldCommands.table),
        ScreenKind("History", HistoryScreen.self, HistoryCommands.table),
        ScreenKind("Searching the history", HistorySearchCommands.table),
        ScreenKind("Card as it was", PastCardScreen.self, PastCardCommands.table),
        ScreenKind("Ledger", LedgerScreen.self, LedgerCommands.table),
        ScreenKind("Groups", GroupsScreen.self, GroupsCommands.table),
        ScreenKind("Columns of the list", ColumnsScreen.self, ColumnsCommands.table),
        ScreenKind("Totals", TotalsScreen.self, TotalsCommands.table),
        ScreenKind("Trash", TrashScreen.self, TrashCommands.table),
        ScreenKind("Backend", SyncScreen.self, SyncCommands.table),
        ScreenKind("Backups", BackupsScreen.self, BackupsCommands.table),
        ScreenKind("Setting up a backend", BackendFormScreen.self, BackendFormCommands.table),
        ScreenKind("Sharing with other devices", SharingFormScreen.self, SharingFormCommands.table),
        ScreenKind("Resolving conflicts", ConflictScreen.self, ConflictCommands.table),
        ScreenKind("Editing a field in conflict", WritingCommands.table),
        ScreenKind("Picker", PickerCommands.table, isOverScreen: true),
        ScreenKind("Typing in a picker", PickerSearchCommands.table, isOverScreen: true),
        ScreenKind("Help", HelpCommands.table, isOverScreen: true),
        ScreenKind("Searching the help", HelpSearchCommands.table, isOverScreen: true),
    ]
}

/// All commands of all screens with their names in the config file, taken from the literals: for the manual page and for checking the
/// key map.
public enum KeyReference {
    public struct Entry: Hashable, Sendable {
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

    /// First those of all screens, then the names that stand for commands of several screens, then the screens.
    public static var sections: [(title: String, entries: [Entry])] {
        let all = ScreenKind.all.map { (title: $0.title, entries: $0.entries()) }
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
        ScreenKind.all.flatMap { $0.entries() }.map {
            CommandKeys($0.name, $0.keys, isInText: $0.isInText, isOverScreen: $0.isOverScreen, shared: $0.shared)
        }
    }

    fileprivate static func entries<Screen>(_ table: CommandTable<Screen>, isOverScreen: Bool) -> [Entry] {
        table.commands.map {
            Entry(
                name: $0.name, keys: $0.keys, title: $0.title, isInText: table.isInText, isOverScreen: isOverScreen,
                shared: $0.shared)
        }
    }
}
