internal import Basics
internal import CardSettings
internal import CardTransfer
internal import Cards

/// Adds a card and prints its identifier.
struct AddCommand: ShellCommand {
    enum Source: Equatable, Sendable {
        case options(NewCard)
        /// A share link or a text with several; `-` reads it from standard input.
        case link(String)
        /// JSON.
        case input
    }

    let source: Source
    let form: ActionForm

    static let spec = CommandSpec(
        name: "add", operand: .text("-"), isOperandRequired: false,
        options: CommandLineTable.fieldOptions + [
            OptionSpec(
                "from-url", takes: .text("URL"),
                "Add the card of this share link, or all of a text with several; - reads it from standard input"),
            CommandLineTable.dryRun, CommandLineTable.json,
        ], summary: "Add a card and print its identifier",
        details: """
            A card needs a name, and a number or a photo. If the number itself reveals the kind of barcode, such as an EAN-13 \
            with its check digit, that kind is used; --barcode sets another kind, or none. The barcode encodes the number, or \
            --barcode-value if that differs; a value that the kind cannot encode is rejected with the reason. Dates and \
            amounts are read as the locale writes them, in ISO form, or in English; ambiguous ones are rejected. --from-url \
            adds the card of a Catima share link, or the cards of all links in a text, as a single undo step, and cannot be \
            combined with other fields. Other users of the machine can see a command line while it runs: --from-url - reads \
            the link from standard input. With - as its operand, add reads one card as JSON from standard input, as written by \
            show --json --photos. --dry-run shows the card as it would be added.
            """,
        examples: [
            "add --name Tesco --number 5901234123457", "add --name Gym --number 77 --barcode QR_CODE --dry-run",
        ],
        readsInput: true, read: { parsed, input throws(UsageError) in try AddCommand(parsed, input) })

    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        form = ActionForm(parsed)
        let ofEach = ["json", "dry-run"]
        if let operand = parsed.operands.first {
            guard operand == "-" else { throw parsed.failure("\"\(operand)\" is one argument too many") }
            let other = parsed.command?.options.map(\.name).first { !ofEach.contains($0) && parsed.has($0) }
            if let other { throw parsed.failure("- cannot be used with --\(other)") }
            source = .input
        } else if let link = parsed.value("from-url") {
            try parsed.checkOnly("from-url", allowing: ofEach)
            source = .link(link)
        } else {
            source = .options(try NewCard(parsed, input()))
        }
    }

    init(_ source: Source, _ form: ActionForm = ActionForm()) { (self.source, self.form) = (source, form) }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        switch source {
        case .options(let card): try await runner.add(card, options, form)
        case .link(let link): try await runner.add(link: link, options, form)
        case .input: try await runner.addFromInput(options, form)
        }
        return .success
    }
}

extension CommandRunner {
    /// Far more than a photo has.
    private static let maximumPhotoBytes = 64 << 20
    private static let maximumLinkBytes = 16 << 20
    /// As for a card of an imported file.
    private static let maximumCardBytes = 64 << 20

    fileprivate func add(_ new: NewCard, _ options: Invocation.Options, _ form: ActionForm) async throws {
        let config = try config(options)
        var card = Card(identifier: platform.makeIdentifier(), name: "")
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
        try await add([try patch(of: card, config, photos: photos)], options, form)
    }

    /// A card without a color gets the main one of its new front photo, as in the form.
    func adoptColor(in card: inout Card, _ photos: [PhotoHash: [UInt8]]) async {
        // A color that could not be read is one.
        guard card.color == nil, card.unknownFields["color"] == nil, let front = card.front.flatMap({ photos[$0] })
        else { return }
        card.color = await platform.mainColor(front)
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
    fileprivate func add(link: String, _ options: Invocation.Options, _ form: ActionForm) async throws {
        let config = try config(options)
        let text = link == "-" ? try linkFromInput() : link
        let links = ShareLink.links(in: text)
        var cards: [(card: Card, place: String)] = []
        for (index, link) in (links.isEmpty ? [text] : links.map(\.text)).enumerated() {
            let place = links.count > 1 ? "link \(index + 1) of \(links.count), line \(links[index].line): " : ""
            do throws(ShareLinkError) {
                cards.append((try ShareLink.card(from: link, identifier: platform.makeIdentifier()), place))
            } catch {
                throw CommandFailure("\(place)\(error.userMessage) Nothing was added.")
            }
        }
        let patches = try cards.map { try patch(of: $0.card, config, place: $0.place) }
        try await add(patches, options, form)
    }

    /// Invalid UTF-8 is not a link.
    private func linkFromInput() throws -> String {
        String(validating: try bytes(ofInput: "-", limit: Self.maximumLinkBytes), as: UTF8.self) ?? ""
    }

    /// Adds the JSON card on standard input, with its photos.
    fileprivate func addFromInput(_ options: Invocation.Options, _ form: ActionForm) async throws {
        let config = try config(options)
        let bytes = try bytes(ofInput: "-", limit: Self.maximumCardBytes)
        var patch: CardPatch
        let secrets: [CardSecret]
        let input = LocalInput(format: localFormat, today: clock.today())
        do {
            guard var members = try JSONParser.members(bytes, maximumValues: CardBounds.values) else {
                throw CardJSONError.notAnObject
            }
            let taken = CardSecret.take(from: &members)
            if let remark = taken.remarks.first { throw SecretError(remark) }
            secrets = taken.secrets
            if secrets.count > CardSecret.maximum { throw SecretError.tooMany }
            patch = try CardJSON.patch(from: members, identifier: platform.makeIdentifier())
            if let field = patch.unreadFields.first { throw CardJSONError.badValue(key: field.key) }
        } catch let error as any UserFacingError {
            throw CommandFailure("standard input: \(error.userMessage). Nothing was added.")
        }
        let doubt = patch.readAmount(input)
        let card = patch.applied(to: nil)
        let problems = card.formProblems(input)
        if let field = DraftField.allCases.first(where: { problems[$0] != nil }), let problem = problems[field] {
            throw CommandFailure("standard input: \(field.label): \(problem). Nothing was added.")
        }
        if let doubt { throw CommandFailure("standard input: \(doubt). Nothing was added.") }
        try await add([try self.patch(of: card, config, photos: patch.photos)], options, form, secrets: secrets)
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
        _ patches: [CardPatch], _ options: Invocation.Options, _ form: ActionForm, secrets: [CardSecret] = []
    ) async throws {
        let store = try await store(options, isDryRun: form.isDryRun)
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
        if form.isDryRun { return try show(patches, form, secrets: secrets) }
        do {
            for patch in patches {
                if form.isJSON {
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

    /// Shows cards that would be added.
    private func show(_ patches: [CardPatch], _ form: ActionForm, secrets: [CardSecret]) throws {
        for (index, patch) in patches.enumerated() {
            let card = patch.applied(to: nil)
            if form.isJSON {
                try write(object: CardJSON.membersWithoutPhotos(of: card))
            } else {
                if index > 0 { try output.print("") }
                try write(card, CardUsage(), "", secrets.map { (label: oneLine($0.label), value: CardSecret.dots) })
            }
        }
        tellDryRun(patches.count, "added")
    }

    /// Says that nothing was done, and what would have been.
    func tellDryRun(_ count: Int, _ done: String = "changed") {
        output.warn("Nothing was \(done); without --dry-run: \(count.counted("card"))")
    }

    /// - Parameter kept: what the error says of the card.
    func photo(
        ofFile path: String, as part: PhotoPart, kept: String = "Nothing was added."
    ) async throws -> [UInt8] {
        let bytes = try bytes(ofInput: path, limit: Self.maximumPhotoBytes)
        let path = path == "-" ? "standard input" : path
        if bytes.isEmpty { throw CommandFailure("\(path) is empty") }
        do {
            return try await platform.cutPhoto(bytes, part)
        } catch let error as any UserFacingError {
            throw CommandFailure("\(path): \(error.userMessage) \(kept)")
        }
    }
}
