internal import Cards

/// What an object of a vault is: a sealed one can only be opened as the same object of the same vault, so that a server can neither
/// exchange two objects nor pass one of them for another.
enum SealedObject: Hashable, Sendable {
    case batch(BatchID)
    /// By the hash of the photo's own bytes, which no remote gets to know.
    case photo(PhotoHash)
    case snapshot(HybridTime)

    /// The associated data. Each part has an alphabet without blanks, so two objects never have the same.
    func name(in vault: VaultID) -> [UInt8] {
        let object =
            switch self {
            case .batch(let id): "batch \(id.device.text) \(id.number)"
            case .photo(let hash): "photo \(hash.text)"
            case .snapshot(let time): "snapshot \(time.bits)"
            }
        return Array("cards-tui 1 \(vault.text) \(object)".utf8)
    }

    /// For people.
    var label: String {
        switch self {
        case .batch(let id): "batch \(id.number) of device \(id.device.text)"
        case .photo: "a photo"
        case .snapshot: "a snapshot"
        }
    }
}
