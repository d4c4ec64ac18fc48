import Cards

@testable import CardStorage

extension PublishedStoreTests {
    /// Makes the changes that are in the store of every version, in the same order.
    static func write(to store: SQLiteCardStore) async throws {
        var museum = try museum(Schema.version)
        museum.note = "near the park\nhttps://museum.example"
        try await store.put(museum, photos: [PhotoHash(of: front): front, PhotoHash(of: back): back])
        for (identifier, name) in [("bus", "Bus"), ("pool", "Pool"), ("gym", "Gym"), ("cinema", "Cinema")] {
            try await store.put(testCard(identifier, name))
        }
        try await store.edit("gym") { $0.isArchived = true }
        try await store.edit("bus") { $0.number = "B 1" }
        for _ in 0..<2 { try await store.recordUse(of: museum.identifier) }
        try await store.setModuleWidth(2000, of: museum.identifier)
        try await store.keepThumbnail(Array("small front".utf8), of: PhotoHash(of: front))
        try await store.move([CardID(test: "bus")], before: CardID(test: "cinema"))
        _ = try await store.set(CardSecret(label: "PIN", value: "4711"), of: museum.identifier)

        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        try await store.acknowledgeAll()
        try await store.receive("library", "Library") { $0.number = "L 7" }
        try await store.edit("bus") { $0.note = "mine" }
        let download = try await store.beginDownload(from: .test)
        let bus = try testCard("bus", "Bus") { ($0.number, $0.note) = ("B 1", "theirs") }
        _ = try await store.merge([CardPatch(from: nil, to: bus)], from: .test, download: download)
        try await store.finishDownload(
            from: .test, download: download, isWhole: true,
            validators: ListValidators(entityTag: "\"v1\"", lastModified: "Sat, 21 Nov 2026 10:00:00 GMT"))

        try await store.edit("museum") { $0.note = "near the river" }
        let refused = try await store.pendingUploads(for: .test, limit: 9).filter { $0.identifier == museum.identifier }
        try await store.noteAttempt(refused, with: .test)
        try await store.recordFailure(refused, reason: "the number is no number", isRefusal: true, by: .test)
        try await store.edit("library") { $0.isStarred = true }
        try await store.apply([.delete(CardID(test: "pool"))])
        try await store.edit("cinema") { $0.number = "C-99" }
        _ = try await store.undo()
    }
}
