internal import CardSettings
internal import Cards

/// Shows, writes, sets or removes a photo of a card.
struct PhotoCommand: ShellCommand {
    enum Action: Equatable, Sendable {
        /// Draws it on a terminal; elsewhere its bytes are printed.
        case show
        case write(file: String)
        case set(file: String, PhotoPart)
        case remove
        /// Only the label of a further picture changes.
        case relabel
    }

    let card: String
    let photo: CardPhoto
    /// That of a further picture; nil leaves it as it is.
    var label: String?
    let action: Action

    static let spec = CommandSpec(
        name: "photo", firstOperands: [.card],
        operand: .oneOf("SIDE", Card.Side.allCases.map(\.rawValue)),
        options: [
            OptionSpec("out", takes: .file, "Write the photo as stored to this file"),
            OptionSpec("set", takes: .file, "Set the photo from this picture file; - is standard input"),
            OptionSpec(
                "crop", takes: Self.cropValue,
                "Use only this part of the picture, in pixels; auto: the card, if its edges are clear"),
            OptionSpec("label", takes: .text("TEXT"), "Description of an additional picture; with --set, or alone"),
            OptionSpec("remove", "Remove it"),
        ],
        summary: "Show, write, set or remove a photo of a card",
        details: """
            SIDE is front, back, icon, or the number of an additional picture, as listed by show; the next number adds a \
            picture. Without an option, the photo is drawn on a terminal, and written as stored to a pipe. A photo that you \
            set is turned upright, scaled down to 1600 pixels (an icon to 512), and stripped of its metadata. --crop auto \
            needs a card that lies straight on a plain background; otherwise the whole picture is kept. An existing file is \
            replaced.
            """,
        examples: [
            "photo \"Cedar Library\" front --set scan.jpg --crop auto",
            "photo Cedar back --out cedar-back.jpg",
            "photo Cedar icon --set logo.png",
            "photo Cedar 1 --set receipt.jpg --label \"Receipt of May\"",
        ], topic: "cards", read: { parsed, _ throws(UsageError) in try PhotoCommand(parsed) })

    private static let cropValue = OptionSpec.Value(name: "X,Y,W,H", kind: .oneOf(["auto"]))

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first ?? ""
        let name = parsed.operands.last ?? ""
        guard let photo = CardPhoto(typed: name) else {
            throw parsed.failure(
                "SIDE must be front, back, icon or a number up to \(FurtherPicture.maximum), not \"\(name)\"")
        }
        self.photo = photo
        label = parsed.value("label")
        try parsed.exclude("out", "set", "remove")
        var part = PhotoPart.whole
        if let text = parsed.value("crop") { part = try Self.part(text, parsed) }
        try parsed.require("crop", with: "set")
        if label != nil, case .side = photo {
            throw parsed.failure("--label is for additional pictures; front, back and icon have none")
        }
        try parsed.exclude("label", "out", "remove")
        if let file = try parsed.path("out") {
            action = .write(file: file)
        } else if let file = try parsed.path("set") {
            action = .set(file: file, part)
        } else if parsed.has("remove") {
            action = .remove
        } else {
            action = label == nil ? .show : .relabel
        }
    }

    private static func part(_ text: String, _ parsed: ArgumentParser) throws(UsageError) -> PhotoPart {
        if text == "auto" { return .card }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let left = numbers[0], let top = numbers[1], let width = numbers[2],
            let height = numbers[3], left >= 0, top >= 0, width > 0, height > 0
        else { throw parsed.failure("--crop must be auto, or X,Y,W,H in pixels, not \"\(text)\"") }
        return .rectangle(left: left, top: top, width: width, height: height)
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.photo(self, options)
        return .success
    }
}

extension CommandRunner {
    private static let maximumPictureBytes = 64 << 20

    func photo(_ command: PhotoCommand, _ options: Invocation.Options) async throws {
        // Before the picture is read: what is wrong with the name of the card is said first.
        let store = try await store(options)
        let photo = command.photo
        if case .show = command.action { return try await showPhoto(photo, of: command.card, store) }
        let card = try await card(named: command.card, in: store)
        switch command.action {
        case .show: break
        case .write(let file):
            try write(try await storedPhoto(photo, of: card, store), to: file, options)
        case .set(let file, let part):
            if case .picture(let index) = photo, index > card.pictures.count {
                throw CommandFailure(
                    "\"\(card.name)\" has \(card.pictures.count.counted("additional picture")): the next one is number "
                        + "\(card.pictures.count + 1). Nothing was changed.")
            }
            var part = part
            if case .picture = photo, part == .whole { part = .attachment }
            let bytes = try await picture(ofFile: file, part, for: photo)
            let hash = PhotoHash(of: bytes)
            try await change(card, photo, to: hash, label: command.label, photos: [hash: bytes], store)
        case .remove:
            try requirePhoto(photo, of: card)
            try await change(card, photo, to: nil, label: nil, photos: [:], store)
        case .relabel:
            try requirePhoto(photo, of: card)
            try await change(card, photo, to: card[photo], label: command.label, photos: [:], store)
        }
    }

    private func change(
        _ card: Card, _ photo: CardPhoto, to hash: PhotoHash?, label: String?, photos: [PhotoHash: [UInt8]],
        _ store: any CardStore
    ) async throws {
        var changed = card
        switch (photo, hash) {
        case (.side(let side), _):
            changed[side] = hash
            await adoptColor(in: &changed, photos)
        case (.picture(let index), nil): changed.pictures.remove(at: index)
        case (.picture(let index), let hash?):
            if index == changed.pictures.count { changed.pictures.append(FurtherPicture(label: "", hash: hash)) }
            changed.pictures[index].hash = hash
            if let label { changed.pictures[index].label = label }
        }
        try await store.checkSize(of: changed, adding: photos)
        let patch = CardPatch(from: card, to: changed, photos: photos)
        if !patch.fields.isEmpty { try await store.apply([.set(try patch.checked())]) }
    }

    private func picture(ofFile path: String, _ part: PhotoPart, for photo: CardPhoto) async throws -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let bytes = try bytes(ofInput: path, limit: Self.maximumPictureBytes)
        if bytes.isEmpty { throw CommandFailure("\(name) is empty") }
        do {
            guard photo == .side(.icon) else { return try await platform.cutPhoto(bytes, part) }
            let cut = part == .whole ? bytes : try await platform.cutPhoto(bytes, part)
            return try await platform.cutPhoto(cut, .icon)
        } catch let error as any UserFacingError {
            throw CommandFailure("\(name): \(error.userMessage) Nothing was changed.")
        }
    }

    @discardableResult
    private func requirePhoto(_ photo: CardPhoto, of card: Card) throws -> PhotoHash {
        guard let hash = card[photo] else { throw CommandFailure("\"\(card.name)\" has no \(photo.description)") }
        return hash
    }

    /// The unmodified bytes of a photo that the card has.
    func storedPhoto(_ photo: CardPhoto, of card: Card, _ store: any CardStore) async throws -> [UInt8] {
        guard let bytes = try await store.photo(try requirePhoto(photo, of: card)) else {
            throw CommandFailure("the \(photo.description) of \"\(card.name)\" is not in the store")
        }
        return bytes
    }
}
