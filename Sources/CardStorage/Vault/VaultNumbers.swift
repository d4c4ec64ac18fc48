internal import Cards

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
