/// Where a change of a card came from.
public enum ChangeSource: Hashable, Sendable {
    /// The user of this store.
    case here
    /// A download; the backend's address, or nil where an older version logged the change.
    case backend(String?)
    /// Another device of the vault; its name, or nil where it has none.
    case device(String?)
    /// A file; the program that wrote it, such as "catima", or nil for a file of ours.
    case imported(String?)
    case undo, redo
    /// From the trash or from the history.
    case restored
    /// The archive of expired cards.
    case expiry
    /// The repair of a damaged card.
    case repair

    /// A word for rows and JSON.
    public var name: String {
        switch self {
        case .here: "here"
        case .backend: "backend"
        case .device: "device"
        case .imported: "import"
        case .undo: "undo"
        case .redo: "redo"
        case .restored: "restore"
        case .expiry: "expiry"
        case .repair: "repair"
        }
    }

    /// A word for people: a device by its name.
    public var label: String { if case .device(let name?) = self { name } else { name } }

    /// The backend's address, the device's name or the program of the file, where it is known.
    public var detail: String? {
        switch self {
        case .backend(let address): address
        case .device(let name): name
        case .imported(let program): program
        case .here, .undo, .redo, .restored, .expiry, .repair: nil
        }
    }
}
