/// What an automatic backup is written as, by its name in the settings.
public enum BackupFormat: String, Sendable, CaseIterable {
    /// A card store, with everything.
    case store
    /// The ZIP archive of Catima, which may be encrypted.
    case catima

    var fileExtension: String {
        switch self {
        case .store: "db"
        case .catima: "zip"
        }
    }
}
