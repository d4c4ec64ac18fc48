internal import Cards

/// The vault that the store is in, its devices and its remotes.
struct VaultTable {
    let connection: Connection

    /// What the store knows of itself as a device.
    struct Entry {
        let vault: VaultID
        /// The number of this device.
        var device: Int64
        var time: HybridTime
        /// The last entries of log and ledger that are in batches.
        var sequence: Int64
        var ledgerRow: Int64
        /// The rows of cards from before the store joined that are in no batch yet.
        var nextRow: Int64
        let lastRow: Int64
        var place: String
        /// Whether the vault is encrypted.
        var isSealed = false
    }

    func entry() throws(StoreError) -> Entry? {
        try connection.first(
            "SELECT id, device, time, sequence, ledger_row, next_row, last_row, place, is_sealed FROM vault"
        ) { row in
            guard let vault = VaultID(row.text()) else { return nil }
            return Entry(
                vault: vault, device: row.number(), time: HybridTime(bits: row.number()), sequence: row.number(),
                ledgerRow: row.number(), nextRow: row.position(), lastRow: row.position(), place: row.text(),
                isSealed: row.flag())
        }.flatMap { $0 }
    }

    func write(_ entry: Entry) throws(StoreError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO vault
                (one, id, device, time, sequence, ledger_row, next_row, last_row, place, is_sealed)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, entry.vault.text, entry.device, entry.time.bits, entry.sequence, entry.ledgerRow, entry.nextRow,
            entry.lastRow, entry.place, entry.isSealed
        )
    }

    func setSealed() throws(StoreError) { try connection.run("UPDATE vault SET is_sealed = 1") { _ in } }

    /// Forgets everything of the vault.
    func removeAll() throws(StoreError) {
        for table in [
            "vault", "vault_device", "vault_key", "vault_card", "vault_mark", "vault_batch", "vault_remote",
            "vault_deletion", "vault_flaw", "vault_snapshot",
        ] {
            try connection.run("DELETE FROM \(table)")
        }
        try connection.run(
            "DELETE FROM conflict WHERE backend IN (SELECT number FROM backend WHERE url LIKE 'device:%')")
        try connection.run("DELETE FROM backend WHERE url LIKE 'device:%'")
    }

    // MARK: - Devices

    struct Device {
        let number: Int64
        let id: DeviceID
        /// Empty for one that has told none. No two have the same, see ``DeviceNaming``.
        let name: String
        /// The highest batch that is merged, or that this device made.
        let received: Int64
        let isForgotten: Bool

        /// What stands for it where a name is needed.
        var label: String { name.isEmpty ? "device-\(id.text.prefix(8))" : name }
    }

    func devices() throws(StoreError) -> [Device] {
        let devices: [Device] = try connection.all(
            "SELECT number, id, name, received, is_forgotten FROM vault_device"
        ) { row in
            let (number, id) = (row.number(), DeviceID(row.text()))
            return id.map {
                Device(
                    number: number, id: $0, name: row.text(), received: row.position(), isForgotten: row.flag())
            }
        }
        let names = DeviceNaming.distinct(
            Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }))
        return devices.map {
            Device(
                number: $0.number, id: $0.id, name: names[$0.id] ?? $0.name, received: $0.received,
                isForgotten: $0.isForgotten)
        }
    }

    /// The names of devices by what stands for them in the log.
    func namesInLog() throws(StoreError) -> [String: String] {
        Dictionary(
            try devices().filter { !$0.name.isEmpty }.map { (ChangeLog.devicePrefix + $0.id.text, $0.name) },
            uniquingKeysWith: { first, _ in first })
    }

    func known() throws(StoreError) -> VersionVector {
        VersionVector(Dictionary(try devices().map { ($0.id, $0.received) }, uniquingKeysWith: { $1 }))
    }

    /// A device that was forgotten and sends again is there again.
    func setReceived(_ number: Int64, of device: Int64) throws(StoreError) {
        try connection.run("UPDATE vault_device SET received = ?, is_forgotten = 0 WHERE number = ?", number, device)
    }

    /// The numbers of the devices that this store was, of which others may still have batches.
    func formerDevices() throws(StoreError) -> Set<Int64> {
        Set(try connection.all("SELECT number FROM vault_device WHERE was_own") { $0.number() })
    }

    func setWasOwn(_ wasOwn: Bool, of device: Int64) throws(StoreError) {
        try connection.run("UPDATE vault_device SET was_own = ? WHERE number = ?", wasOwn, device)
    }

    func setName(_ name: String, of device: Int64) throws(StoreError) {
        try connection.run("UPDATE vault_device SET name = ?1 WHERE number = ?2 AND name <> ?1", name, device)
    }

    func setForgotten(_ device: DeviceID) throws(StoreError) {
        try connection.run("UPDATE vault_device SET is_forgotten = 1 WHERE id = ?", device.text)
    }

    // MARK: - Marks

    /// Has the field go into the next batch; `*` for all fields.
    func mark(_ card: CardID, _ key: String) throws(StoreError) {
        try connection.run("INSERT OR IGNORE INTO vault_mark (card, key) VALUES (?, ?)", card.text, key)
    }

    func marks() throws(StoreError) -> [(card: CardID, key: String)] {
        try connection.all("SELECT card, key FROM vault_mark") { row in
            let (card, key) = (CardID(row.text()), row.text())
            return card.map { (card: $0, key: key) }
        }
    }

    func removeMarks() throws(StoreError) { try connection.run("DELETE FROM vault_mark") }
}

extension Row {
    /// A number that is counted on from: in a damaged store it could overflow.
    fileprivate mutating func position() -> Int64 { min(max(number(), 0), 1 << 62) }
}

/// The numbers of devices and of the names of fields in one transaction: read once, and written for a new one.
final class VaultNumbers {
    private let connection: Connection
    private var devices: [DeviceID: Int64] = [:]
    private var deviceIDs: [Int64: DeviceID] = [:]
    private var keys: [ExactText: Int64] = [:]
    private var keyTexts: [Int64: ExactText] = [:]
    /// An error of the closures that ``coding`` hands out, which cannot throw.
    private var failure: StoreError?

    init(_ connection: Connection) throws(StoreError) {
        self.connection = connection
        try connection.forEach("SELECT number, id FROM vault_device") { row in
            let (number, id) = (row.number(), row.text())
            if let id = DeviceID(id) { (devices[id], deviceIDs[number]) = (number, id) }
        }
        try connection.forEach("SELECT number, key FROM vault_key") { row in
            let (number, key) = (row.number(), ExactText(row.text()))
            (keys[key], keyTexts[number]) = (number, key)
        }
    }

    func device(_ id: DeviceID) throws(StoreError) -> Int64 {
        if let number = devices[id] { return number }
        try connection.run("INSERT INTO vault_device (id, name, received) VALUES (?, '', 0)", id.text)
        let number = connection.lastInsertedRow
        (devices[id], deviceIDs[number]) = (number, id)
        return number
    }

    /// Nil for a device that is not known.
    func number(of device: DeviceID) -> Int64? { devices[device] }

    func device(numbered number: Int64) -> DeviceID? { deviceIDs[number] }

    func key(_ key: ExactText) throws(StoreError) -> Int64 {
        if let number = keys[key] { return number }
        try connection.run("INSERT INTO vault_key (key) VALUES (?)", key.text)
        let number = connection.lastInsertedRow
        (keys[key], keyTexts[number]) = (number, key)
        return number
    }

    var coding: VersionsCoding {
        VersionsCoding(
            numbers: VersionsCoding.Numbers(
                device: { id in self.noting { () throws(StoreError) in try self.device(id) } },
                deviceOf: { self.deviceIDs[$0] },
                key: { key in self.noting { () throws(StoreError) in try self.key(key) } },
                keyOf: { self.keyTexts[$0] }))
    }

    /// Throws what went wrong in the closures.
    func check() throws(StoreError) { if let failure { throw failure } }

    private func noting(_ body: () throws(StoreError) -> Int64) -> Int64 {
        do {
            return try body()
        } catch {
            failure = error
            return 0
        }
    }
}
