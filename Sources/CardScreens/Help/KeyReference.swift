public import Terminal

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
        let all = screens
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

    private static var screens: [(title: String, entries: [Entry])] {
        [
            ("Everywhere", entries(AppCommands.table)), ("Cards", entries(ListCommands.table)),
            ("Searching", entries(FilterCommands.table)),
            ("Card", entries(CardCommands.table)), ("Form", entries(FormCommands.table)),
            ("Choosing a kind of barcode", entries(BarcodeChoiceCommands.table)),
            ("Choosing a photo", entries(PhotoChoiceCommands.table)), ("File", entries(FileChoiceCommands.table)),
            ("Password", entries(PasswordCommands.table)), ("Import", entries(ImportCommands.table)),
            ("Names of new cards", entries(NamingCommands.table)),
            ("Card of an import", entries(ImportDetailCommands.table)),
            ("Camera", entries(CameraCommands.table)), ("Crop", entries(CropCommands.table)),
            ("Photo", entries(PhotoCommands.table)), ("Barcode", entries(BarcodeCommands.table)),
            ("Entry in the ledger", entries(BookingCommands.table)),
            ("Secret field", entries(SecretFieldCommands.table)),
            ("History", entries(HistoryCommands.table)),
            ("Searching the history", entries(HistorySearchCommands.table)),
            ("Card as it was", entries(PastCardCommands.table)),
            ("Ledger", entries(LedgerCommands.table)),
            ("Groups", entries(GroupsCommands.table)),
            ("Columns of the list", entries(ColumnsCommands.table)),
            ("Totals", entries(TotalsCommands.table)),
            ("Trash", entries(TrashCommands.table)),
            ("Backend", entries(SyncCommands.table)),
            ("Backups", entries(BackupsCommands.table)),
            ("Setting a backend", entries(BackendFormCommands.table)),
            ("Sharing with other devices", entries(SharingFormCommands.table)),
            ("Resolving conflicts", entries(ConflictCommands.table)),
            ("Editing a field in conflict", entries(WritingCommands.table)),
            ("Picker", entries(PickerCommands.table, isOverScreen: true)),
            ("Typing in a picker", entries(PickerSearchCommands.table, isOverScreen: true)),
            ("Help", entries(HelpCommands.table, isOverScreen: true)),
            ("Searching the help", entries(HelpSearchCommands.table, isOverScreen: true)),
        ]
    }

    /// All commands that the key map can assign keys to, with their default keys.
    public static var commandKeys: [CommandKeys] {
        screens.flatMap(\.entries).map {
            CommandKeys($0.name, $0.keys, isInText: $0.isInText, isOverScreen: $0.isOverScreen, shared: $0.shared)
        }
    }

    private static func entries<Screen>(_ table: CommandTable<Screen>, isOverScreen: Bool = false) -> [Entry] {
        table.commands.map {
            Entry(
                name: $0.name, keys: $0.keys, title: $0.title, isInText: table.isInText, isOverScreen: isOverScreen,
                shared: $0.shared)
        }
    }
}
