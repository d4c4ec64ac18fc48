internal import Cards

/// The versions of each card of the vault, also of deleted ones.
struct CardVersionsTable {
    let connection: Connection

    /// None for a card that the vault does not have. Throws for damaged ones.
    func versions(of card: CardID, _ numbers: VaultNumbers) throws(StoreError) -> CardVersions {
        let bytes = try connection.first("SELECT versions FROM vault_card WHERE card = ?", card.text) {
            $0.optionalBytes()
        }.flatMap { $0 }
        guard let bytes else { return CardVersions() }
        guard let versions = numbers.coding.versions(bytes) else {
            throw .damaged(path: connection.path, reason: "the versions of the card \(card) cannot be read")
        }
        return versions
    }

    func write(_ versions: CardVersions, of card: CardID, _ numbers: VaultNumbers) throws(StoreError) {
        let bytes = numbers.coding.bytes(of: versions)
        try numbers.check()
        try connection.run("INSERT OR REPLACE INTO vault_card (card, versions) VALUES (?, ?)") {
            $0.add(card.text)
            $0.add(blob: bytes)
        }
    }
}

/// Versions of a card as bytes: a card whose fields all came with one batch takes some twenty bytes. Devices and names of fields are
/// numbers of their tables. It reads no table.
struct VersionsCoding {
    /// The number of a device or of a field's name, and back.
    struct Numbers {
        var device: (DeviceID) -> Int64
        var deviceOf: (Int64) -> DeviceID?
        var key: (ExactText) -> Int64
        var keyOf: (Int64) -> ExactText?
    }

    let numbers: Numbers

    // MARK: - Writing

    func bytes(of versions: CardVersions) -> [UInt8] {
        var writer = VariableNumbers()
        // Fields that came with the same batches are one group.
        var fields: [[BatchID]: [Int64]] = [:]
        for (key, batches) in versions.shown { fields[batches, default: []].append(numbers.key(key)) }
        writer.add(fields.count)
        for (batches, keys) in fields.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            add(batches, to: &writer)
            writer.add(keys.count)
            for key in keys.sorted() { writer.add(key) }
        }
        let groups = versions.groups.sorted { $0.key < $1.key }
        writer.add(groups.count)
        for (name, batches) in groups {
            writer.add(Array(name.text.utf8))
            add(batches, to: &writer)
        }
        let hidden = versions.hidden.sorted { $0.key < $1.key }
        writer.add(hidden.count)
        for (key, siblings) in hidden {
            writer.add(numbers.key(key))
            writer.add(siblings.count)
            for sibling in siblings {
                writer.add(JSONWriter.bytes(of: sibling.value))
                add(sibling.batches, to: &writer)
            }
        }
        writer.add(versions.deletions.count)
        for deletion in versions.deletions {
            add(deletion.id, to: &writer)
            let seen = deletion.seen.sorted
            writer.add(seen.count)
            for (device, number) in seen { add(BatchID(device, number), to: &writer) }
        }
        writer.add(versions.balance.map { JSONWriter.bytes(of: $0) } ?? [])
        if versions.held.isEmpty { return writer.bytes }
        let held = versions.held.sorted { $0.key < $1.key }.map { (key: $0.key.text, value: $0.value) }
        writer.add(JSONWriter.bytes(of: .object(JSONObject(held))))
        return writer.bytes
    }

    private func add(_ batches: [BatchID], to writer: inout VariableNumbers) {
        writer.add(batches.count)
        for batch in batches { add(batch, to: &writer) }
    }

    private func add(_ batch: BatchID, to writer: inout VariableNumbers) {
        writer.add(numbers.device(batch.device))
        writer.add(batch.number)
    }

    // MARK: - Reading

    /// Nil where the bytes are damaged.
    func versions(_ bytes: [UInt8]) -> CardVersions? {
        var reader = VariableNumbers.Reader(bytes)
        var versions = CardVersions()
        for _ in 0..<reader.count() {
            let batches = self.batches(&reader)
            for _ in 0..<reader.count() {
                guard let key = numbers.keyOf(reader.number()) else { return nil }
                versions.shown[key] = batches
            }
        }
        for _ in 0..<reader.count() {
            let name = ExactText(String(decoding: reader.bytes(), as: UTF8.self))
            versions.groups[name] = batches(&reader)
        }
        for _ in 0..<reader.count() {
            guard let key = numbers.keyOf(reader.number()) else { return nil }
            var siblings: [CardVersions.Sibling] = []
            for _ in 0..<reader.count() {
                guard let value = try? JSONParser.parse(reader.bytes()) else { return nil }
                siblings.append(CardVersions.Sibling(value, batches(&reader)))
            }
            versions.hidden[key] = siblings
        }
        for _ in 0..<reader.count() {
            guard let id = batch(&reader) else { return nil }
            var seen = VersionVector()
            for _ in 0..<reader.count() {
                guard let batch = batch(&reader) else { return nil }
                seen[batch.device] = batch.number
            }
            versions.deletions.append(CardVersions.Deletion(id, seen: seen))
        }
        let balance = reader.bytes()
        if !balance.isEmpty { versions.balance = try? JSONParser.parse(balance) }
        if !reader.isAtEnd {
            for (key, value) in (try? JSONParser.parse(reader.bytes()))?.object ?? [:] {
                versions.held[ExactText(key)] = value
            }
        }
        return reader.isDamaged ? nil : versions
    }

    private func batches(_ reader: inout VariableNumbers.Reader) -> [BatchID] {
        (0..<reader.count()).compactMap { _ in batch(&reader) }
    }

    private func batch(_ reader: inout VariableNumbers.Reader) -> BatchID? {
        let (device, number) = (numbers.deviceOf(reader.number()), reader.number())
        return device.map { BatchID($0, number) }
    }
}

/// Numbers of a variable length, seven bits a byte (LEB128), and byte strings with their length before them.
struct VariableNumbers {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int64) {
        var rest = UInt64(bitPattern: number)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func add(_ number: Int) { add(Int64(number)) }

    mutating func add(_ content: [UInt8]) {
        add(content.count)
        bytes += content
    }

    /// Reads them. After damaged bytes everything is 0 or empty.
    struct Reader {
        private let content: [UInt8]
        private var position = 0
        private(set) var isDamaged = false

        init(_ bytes: [UInt8]) { content = bytes }

        var isAtEnd: Bool { position == content.count }

        mutating func number() -> Int64 {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while position < content.count, shift < 64 {
                let byte = content[position]
                position += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return Int64(bitPattern: value) }
                shift += 7
            }
            isDamaged = true
            position = content.count
            return 0
        }

        /// Never more than there are bytes left, so that damaged bytes cannot make a long loop.
        mutating func count() -> Int {
            let number = number()
            if (0...Int64(content.count - position)).contains(number) { return Int(number) }
            isDamaged = true
            position = content.count
            return 0
        }

        mutating func bytes() -> [UInt8] {
            let count = count()
            defer { position += count }
            return Array(content[position..<position + count])
        }
    }
}
