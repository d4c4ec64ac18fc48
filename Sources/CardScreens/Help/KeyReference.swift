public import Terminal

/// All keys of all screens with the names that the config file knows them by, from the bindings themselves: for the manual page
/// and for the check of the key map.
public enum KeyReference {
    public struct Entry: Hashable, Sendable {
        public let action: String
        public let keys: [Key]
        public let hint: KeyHint
    }

    public static var sections: [(title: String, entries: [Entry])] {
        [
            ("Everywhere", entries(AppAction.bindings(.empty))), ("Cards", entries(ListAction.bindings(.empty))),
            ("Card", entries(CardAction.bindings(.empty))), ("Form", entries(FormAction.bindings(.empty))),
            ("Choosing a kind of barcode", entries(BarcodeChoiceAction.bindings(.empty))),
            ("Choosing a photo", entries(PhotoChoiceAction.bindings(.empty))),
            ("Camera", entries(CameraAction.bindings(.empty))), ("Crop", entries(CropAction.bindings(.empty))),
            ("Photo", entries(PhotoAction.bindings(.empty))), ("Barcode", entries(BarcodeAction.bindings(.empty))),
            ("Trash", entries(TrashAction.bindings(.empty))),
            ("Backend", entries(SyncAction.bindings(.empty))),
            ("Choosing yours or theirs", entries(ConflictAction.bindings(.empty))),
        ]
    }

    /// All actions that the key map can give keys to, with those that they have by themselves.
    public static var boundActions: [BoundAction] {
        sections.flatMap(\.entries).map { BoundAction($0.action, $0.keys) }
    }

    private static func entries<Action>(_ table: BindingTable<Action>) -> [Entry] {
        table.bindings.map { binding in
            Entry(
                action: binding.action.rawValue, keys: binding.keys,
                hint: KeyHint(key: binding.keys.map(\.label).joined(separator: " "), words: binding.help))
        }
    }
}
