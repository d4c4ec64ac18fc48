internal import Cards

/// The JSON array of one POST, and its changes. Its size is limited; a single card may exceed the limit.
struct UploadBody: Sendable {
    private static let maximumCards = 100
    private static let maximumBytes = 4 << 20

    private(set) var changes: [PendingUpload] = []
    private var elements: [UInt8] = []
    /// The end of each element, without the following comma.
    private var ends: [Int] = []

    var isEmpty: Bool { changes.isEmpty }

    var bytes: [UInt8] { [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")] }

    func hasRoom(for element: [UInt8]) -> Bool {
        isEmpty || (changes.count < Self.maximumCards && elements.count + element.count < Self.maximumBytes)
    }

    mutating func append(_ change: PendingUpload, _ element: some Collection<UInt8>) {
        if !isEmpty { elements.append(UInt8(ascii: ",")) }
        elements.append(contentsOf: element)
        changes.append(change)
        ends.append(elements.count)
    }

    /// Two bodies with half of the cards each, to find the one that the backend rejects.
    func halves() -> [UploadBody] {
        var halves = [UploadBody(), UploadBody()]
        var start = 0
        for (index, end) in ends.enumerated() {
            halves[index * 2 < ends.count ? 0 : 1].append(changes[index], elements[start..<end])
            start = end + 1
        }
        return halves
    }
}

extension Card {
    /// The whole card in the backend's form. Fields without a value are written too: the backend may have one.
    func uploadForm(photo: (PhotoHash) -> [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(CardJSON.members(of: self, always: .known, photo: photo))
        return writer.bytes
    }
}
