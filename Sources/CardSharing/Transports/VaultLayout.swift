internal import Basics
internal import Cards

/// The names of a vault's objects in a tree of folders, and back. Names are read strictly: what has another form is none of ours.
enum VaultLayout {
    /// Where vaults are, below the address. Its last part is the format of the layout.
    static let root = ["cards-tui", "1"]
    static let headerName = "vault.json"
    /// How many folders lead to a vault's own: they are made with the vault only.
    static var vaultDepth: Int { root.count + 1 }

    private static let numberDigits = 10
    private static let hashDigits = 16
    private static let timeDigits = 16

    static func vault(_ vault: VaultID) -> [String] { root + [vault.text] }
    static func header(_ vault: VaultID) -> [String] { self.vault(vault) + [headerName] }
    static func log(_ vault: VaultID) -> [String] { self.vault(vault) + ["log"] }
    static func log(_ vault: VaultID, of device: DeviceID) -> [String] { log(vault) + [device.text] }
    static func snapshots(_ vault: VaultID) -> [String] { self.vault(vault) + ["snapshots"] }
    static func photos(_ vault: VaultID) -> [String] { self.vault(vault) + ["photos"] }

    static func photoFolder(_ hash: PhotoHash, in vault: VaultID) -> [String] {
        photos(vault) + [String(hash.text.prefix(2))]
    }

    static func photo(_ hash: PhotoHash, in vault: VaultID) -> [String] {
        photoFolder(hash, in: vault) + [hash.text]
    }

    /// Nil for a number that has no name.
    static func batch(_ id: BatchID, hash: String, in vault: VaultID) -> [String]? {
        let digits = String(id.number)
        guard BatchID.numbers.contains(id.number), hash.utf8.count >= hashDigits else { return nil }
        let number = String(repeating: "0", count: numberDigits - digits.utf8.count) + digits
        return log(vault, of: id.device) + ["\(number)-\(hash.prefix(hashDigits)).json"]
    }

    static func batch(named name: String, of device: DeviceID) -> ListedBatch? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == numberDigits, parts[0].utf8.allSatisfy(\.isDigit),
            let number = Int64(parts[0]), number > 0, parts[1].hasSuffix(".json")
        else { return nil }
        let hash = parts[1].dropLast(".json".count)
        guard hash.utf8.count == hashDigits, hash.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit) else { return nil }
        return ListedBatch(BatchID(device, number), hash: String(hash))
    }

    static func snapshot(_ snapshot: ListedSnapshot, in vault: VaultID) -> [String] {
        let time = String(snapshot.time.bits, radix: 16)
        let padding = String(repeating: "0", count: timeDigits - time.utf8.count)
        return snapshots(vault) + ["\(padding)\(time)-\(snapshot.hash.text)"]
    }

    static func snapshot(named name: String, size: Int? = nil) -> ListedSnapshot? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == timeDigits,
            parts[0].utf8.allSatisfy(Hexadecimal.isLowerCaseDigit), let bits = Int64(parts[0], radix: 16),
            let hash = ObjectHash(String(parts[1]))
        else { return nil }
        return ListedSnapshot(HybridTime(bits: bits), hash, size: size)
    }

    /// Names that programs which copy folders use for files in progress, our own, and what desktops and disk stations put into every
    /// folder: nobody is told of them.
    static func isPassing(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("~") || name.contains(bytesOf: ".sync-conflict-")
            || name.hasSuffix(".tmp")
            || name.hasSuffix(".part") || alsoThere.contains(name.lowercased())
    }

    private static let alsoThere: Set = ["@eadir", "#recycle", "desktop.ini", "thumbs.db"]
}
