internal import CardSettings
internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Far more than a photo has.
    private static let maximumPhotoBytes = 64 << 20
    private static let maximumLinkBytes = 1 << 20

    func add(_ new: NewCard, _ options: Invocation.Options) async throws {
        let config = try config(options)
        var card = Card(identifier: makeIdentifier(), name: "")
        card.copy(new.values.filledFields, from: new.values)
        var photos: [PhotoHash: [UInt8]] = [:]
        for (side, path) in new.photos {
            let bytes = try await photo(ofFile: path)
            let hash = PhotoHash(of: bytes)
            card[side] = hash
            photos[hash] = bytes
        }
        try await add(card, photos, config, options)
    }

    /// - Parameter link: a Catima share link; `-` reads it from standard input.
    func add(link: String, _ options: Invocation.Options) async throws {
        let config = try config(options)
        let text = link == "-" ? try linkFromInput() : link
        let card: Card
        do throws(ShareLinkError) {
            card = try ShareLink.card(from: text, identifier: makeIdentifier())
        } catch {
            throw CommandFailure("\(error.userMessage) Nothing was added.")
        }
        try await add(card, [:], config, options)
    }

    private func linkFromInput() throws -> String {
        let input = try FileChunks(ofInput: "-", limit: Self.maximumLinkBytes)
        var bytes: [UInt8] = []
        while true {
            let chunk = try input.next()
            if chunk.isEmpty { break }
            bytes += chunk
            if bytes.count > Self.maximumLinkBytes { break }
        }
        // Invalid UTF-8 is not a link.
        return String(validating: bytes, as: UTF8.self) ?? ""
    }

    private func add(
        _ card: Card, _ photos: [PhotoHash: [UInt8]], _ config: Config, _ options: Invocation.Options
    ) async throws {
        let missing = config.validation.missing(in: card)
        if !missing.isEmpty {
            let parts = missing.map(\.description).joined(separator: " and ")
            throw CommandFailure("the card needs \(parts). Nothing was added.")
        }
        let patch: CardPatch
        do throws(CardJSONError) {
            patch = try CardPatch(from: nil, to: card, photos: photos).checked()
        } catch {
            throw CommandFailure("\(error.userMessage). Nothing was added.")
        }
        let store = try await store(options)
        try await store.apply([.set(patch)])
        do {
            try output.print(card.identifier.text)
        } catch {
            // The message says that the card was added: after only an error the user would add it again.
            let reason = (error as? any UserFacingError)?.userMessage ?? "The output is closed."
            throw CommandFailure(
                "the card was added as \(card.identifier.text), but that could not be printed. \(reason)")
        }
    }

    private func photo(ofFile path: String) async throws -> [UInt8] {
        let bytes = try FileReading.bytes(ofFile: path, limit: Self.maximumPhotoBytes)
        if bytes.isEmpty { throw CommandFailure("\(path) is empty") }
        do {
            return try await preparePhoto(bytes)
        } catch let error as any UserFacingError {
            throw CommandFailure("\(path): \(error.userMessage) Nothing was added.")
        }
    }

    func remove(_ text: String, _ store: any CardStore) async throws {
        try await store.apply([.delete(card(named: text, in: store).identifier)])
    }
}
