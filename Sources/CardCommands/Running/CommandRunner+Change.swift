internal import CardSettings
internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Far more than a photo has.
    private static let maximumPhotoBytes = 64 << 20
    private static let maximumLinkBytes = 16 << 20
    /// As for a card of an imported file.
    private static let maximumCardBytes = 64 << 20

    func add(_ new: NewCard, _ options: Invocation.Options, asJSON: Bool) async throws {
        let config = try config(options)
        var card = Card(identifier: makeIdentifier(), name: "")
        card.copy(new.values.filledFields, from: new.values)
        var photos: [PhotoHash: [UInt8]] = [:]
        for (side, path) in new.photos {
            let bytes = try await photo(ofFile: path, as: .all(for: side))
            let hash = PhotoHash(of: bytes)
            card[side] = hash
            photos[hash] = bytes
        }
        await adoptColor(in: &card, photos)
        try await setPictures(new.entries, in: &card, &photos, "Nothing was added.")
        try await add([try patch(of: card, config, photos: photos)], options, asJSON: asJSON)
    }

    /// A card without a colour gets the main one of its new front photo, as in the form.
    func adoptColor(in card: inout Card, _ photos: [PhotoHash: [UInt8]]) async {
        // A colour that could not be read is one.
        guard card.color == nil, card.unknownFields["color"] == nil, let front = card.front.flatMap({ photos[$0] })
        else { return }
        card.color = await tools.mainColor(front)
    }

    /// Reads the pictures of these edits into the card.
    /// - Parameter kept: what an error says of the card.
    func setPictures(
        _ edits: EntryEdits, in card: inout Card, _ photos: inout [PhotoHash: [UInt8]], _ kept: String
    ) async throws {
        let files: [(label: String, path: String?)]
        do throws(TypingError) {
            files = try edits.pictureFiles()
        } catch {
            throw CommandFailure("--picture: \(error.message). \(kept)", .usage)
        }
        for (label, path) in files {
            guard let path else {
                EntryEdits.setPicture(nil, label: label, in: &card)
                continue
            }
            let bytes = try await photo(ofFile: path, as: .attachment, kept: kept)
            let hash = PhotoHash(of: bytes)
            photos[hash] = bytes
            EntryEdits.setPicture(hash, label: label, in: &card)
        }
    }

    /// Adds the cards of share links as one step: all of them, or none.
    /// - Parameter link: Catima's share link, or a text with several; `-` reads it from standard input.
    func add(link: String, _ options: Invocation.Options, asJSON: Bool) async throws {
        let config = try config(options)
        let text = link == "-" ? try linkFromInput() : link
        let links = ShareLink.links(in: text)
        var cards: [(card: Card, place: String)] = []
        for (index, link) in (links.isEmpty ? [text] : links.map(\.text)).enumerated() {
            let place = links.count > 1 ? "link \(index + 1) of \(links.count), line \(links[index].line): " : ""
            do throws(ShareLinkError) {
                cards.append((try ShareLink.card(from: link, identifier: makeIdentifier()), place))
            } catch {
                throw CommandFailure("\(place)\(error.userMessage) Nothing was added.")
            }
        }
        let patches = try cards.map { try patch(of: $0.card, config, place: $0.place) }
        try await add(patches, options, asJSON: asJSON)
    }

    /// Invalid UTF-8 is not a link.
    private func linkFromInput() throws -> String {
        String(validating: try bytes(ofInput: "-", limit: Self.maximumLinkBytes), as: UTF8.self) ?? ""
    }

    /// Adds the JSON card on standard input, with its photos.
    func addFromInput(_ options: Invocation.Options, asJSON: Bool) async throws {
        let config = try config(options)
        let bytes = try bytes(ofInput: "-", limit: Self.maximumCardBytes)
        let patch: CardPatch
        let secrets: [CardSecret]
        do {
            guard var members = try JSONParser.members(bytes, maximumValues: CardBounds.values) else {
                throw CardJSONError.notAnObject
            }
            let taken = CardSecret.take(from: &members)
            if let remark = taken.remarks.first { throw SecretError(remark) }
            secrets = taken.secrets
            if secrets.count > CardSecret.maximum { throw SecretError.tooMany }
            patch = try CardJSON.patch(from: members, identifier: makeIdentifier())
            if let field = patch.unreadFields.first { throw CardJSONError.badValue(key: field.key) }
        } catch let error as any UserFacingError {
            throw CommandFailure("standard input: \(error.userMessage). Nothing was added.")
        }
        let card = try self.patch(of: patch.applied(to: nil), config, photos: patch.photos)
        try await add([card], options, secrets: secrets, asJSON: asJSON)
    }

    /// What adds a card with all that it has. Throws where the card lacks something, or is too large.
    /// - Parameter place: which card it is, for errors; empty for the only one.
    private func patch(
        of card: Card, _ config: Config, photos: [PhotoHash: [UInt8]] = [:], place: String = ""
    ) throws -> CardPatch {
        let missing = config.validation.missing(in: card)
        if !missing.isEmpty {
            let parts = missing.map(\.description).joined(separator: " and ")
            throw CommandFailure("\(place)the card needs \(parts). Nothing was added.")
        }
        do throws(CardJSONError) {
            return try CardPatch(from: nil, to: card, photos: photos).checked()
        } catch {
            throw CommandFailure("\(place)\(error.userMessage). Nothing was added.")
        }
    }

    /// Adds cards as one step, and prints them.
    /// - Parameter secrets: secret fields of the only card.
    private func add(
        _ patches: [CardPatch], _ options: Invocation.Options, secrets: [CardSecret] = [], asJSON: Bool
    ) async throws {
        let store = try await store(options)
        for patch in patches {
            // Only a card from standard input has an identifier that may be known.
            if try await store.card(patch.identifier) != nil {
                throw CommandFailure(
                    "there is a card \(patch.identifier.text) already. Nothing was added; import changes known cards.")
            }
        }
        if secrets.isEmpty {
            try await store.apply(patches.map { .set($0) })
        } else {
            for patch in patches { try await store.add(patch, with: secrets) }
        }
        do {
            for patch in patches {
                if asJSON {
                    try write(object: Self.members(of: patch.applied(to: nil)))
                } else {
                    try output.print(patch.identifier.text)
                }
            }
        } catch {
            // The message says that the card was added: after only an error the user would add it again.
            let reason = (error as? any UserFacingError)?.userMessage ?? "The output is closed."
            let what = patches.count == 1 ? "card was added as \(patches[0].identifier.text)" : "cards were added"
            throw CommandFailure("the \(what), but that could not be printed. \(reason)")
        }
    }

    /// - Parameter kept: what the error says of the card.
    func photo(
        ofFile path: String, as part: PhotoPart, kept: String = "Nothing was added."
    ) async throws -> [UInt8] {
        let bytes = try bytes(ofInput: path, limit: Self.maximumPhotoBytes)
        let path = path == "-" ? "standard input" : path
        if bytes.isEmpty { throw CommandFailure("\(path) is empty") }
        do {
            return try await tools.cutPhoto(bytes, part)
        } catch let error as any UserFacingError {
            throw CommandFailure("\(path): \(error.userMessage) \(kept)")
        }
    }
}
