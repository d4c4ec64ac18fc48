internal import Basics
internal import Cards
internal import Synchronization

/// Reads Apple passes: a bare `pass.json`, a `.pkpass`, or a `.pkpasses` with several of those.
struct PassCardSource: CardSource {
    private var cards: IndexedCardSource

    init(pass bytes: [UInt8], _ request: ImportRequest) throws(TransferError) {
        let file = OriginFile(program: FileFormat.pass.rawValue)
        var pass = WalletPass(
            try PassContents(json: bytes), identifier: request.makeIdentifier(), localDay: request.localDay)
        let attachment = pass.attachment(bytes)
        var made = ImportedCard.made(
            pass.card, at: .file("pass.json"), key: pass.key, isIdentifier: pass.hasSerial, place: 0, file: file,
            attachment: attachment, complete: pass.complete, remarks: pass.remarks)
        made.sameMoments = pass.sameMoments
        made.reduced = PassContents.reduced
        let card = made
        cards = IndexedCardSource(1) { _ in card }
    }

    /// - Parameters:
    ///   - file: the archive itself, which is kept beside the card where it is one pass.
    ///   - limits: those of a pass; all passes of an archive together unpack to no more than one may.
    ///
    /// Throws ``ZipError`` and ``TransferError``.
    init(
        _ archive: ZipArchive, _ file: any ReadableFile, _ request: ImportRequest,
        limits: ZipLimits = PassContents.limits
    ) throws {
        let origin = OriginFile(program: FileFormat.pass.rawValue)
        let passes = archive.entries.filter(\.isPass)
        guard !passes.isEmpty else {
            let bytes = try PassContents.bytes(of: file)
            // The limits of a pass are lower than those of the archive that it was taken for.
            let pass = try ZipArchive(file, limits: limits)
            let card = try Self.card(of: pass, bytes, named: "pass.json", 0, origin, request)
            cards = IndexedCardSource(1) { _ in card }
            return
        }
        let unpacked = UnpackedBytes()
        cards = IndexedCardSource(passes.count) { index in
            let name = passes[index].name
            do {
                let bytes = try archive.bytes(of: passes[index], password: request.password)
                let pass = try ZipArchive(
                    MemoryFile(bytes), limits: limits, unpackedBytes: unpacked.count.withLock { $0 })
                defer { unpacked.count.withLock { $0 = pass.unpackedBytes } }
                return try Self.card(of: pass, bytes, named: name, index, origin, request)
            } catch let error as any UserFacingError where (error as? ZipError) != ZipError.wrongPassword {
                // One bad pass of several is that pass's problem.
                return ImportedCard(.rejected(reason: error.userMessage), at: .file(name))
            }
        }
    }

    mutating func next() throws -> [ImportedCard]? { try cards.next() }

    /// - Parameter bytes: the archive; nil for one that is too large to be kept.
    private static func card(
        of archive: ZipArchive, _ bytes: [UInt8]?, named name: String, _ place: Int, _ file: OriginFile,
        _ request: ImportRequest
    ) throws -> ImportedCard {
        let contents = try PassContents(archive, language: request.language, password: request.password)
        var pass = WalletPass(contents, identifier: request.makeIdentifier(), localDay: request.localDay)
        var photos: [PhotoHash: [UInt8]] = [:]
        pass.complete.formUnion([.icon, .front])
        for (field, names) in [(CardField.icon, ["logo", "icon"]), (.front, ["strip", "thumbnail"])] {
            let candidates = names.flatMap { name in ["@3x", "@2x", ""].map { name + $0 + ".png" } }
            guard let picture = candidates.compactMap({ contents.entries[ExactText($0)] }).first else { continue }
            let bytes = try archive.bytes(of: picture, password: request.password)
            if PhotoFileName.isPicture(bytes) {
                pass.setPhoto(field, PhotoHash(of: bytes))
                photos[PhotoHash(of: bytes)] = bytes
            } else {
                pass.remark("\(picture.name) is not a picture and was left out", of: field)
            }
        }
        for changed in contents.changedFiles(in: archive, password: request.password) {
            pass.remark("\(changed) was changed after the pass was signed")
        }
        let attachment = pass.attachment(bytes)
        var made = ImportedCard.made(
            pass.card, photos: photos, at: .file(name), key: pass.key, isIdentifier: pass.hasSerial, place: place,
            file: file, attachment: attachment, complete: pass.complete, remarks: pass.remarks)
        made.sameMoments = pass.sameMoments
        made.reduced = PassContents.reduced
        return made
    }
}

extension ZipArchive.Entry {
    /// Whether it is one of the passes of a bundle.
    var isPass: Bool { name.lowercased().hasSuffix(".pkpass") }
}

/// How much was unpacked of the passes of one archive.
private final class UnpackedBytes: Sendable {
    let count = Mutex(0)
}

extension WalletPass {
    /// The file to keep beside the card; nil, with a remark, for one that is too large.
    fileprivate mutating func attachment(_ bytes: [UInt8]?) -> [UInt8]? {
        if let bytes, bytes.count <= PassContents.maximumBytes { return bytes }
        remark("the pass is larger than \(PassContents.maximumBytes >> 20) MB: its file is not kept")
        return nil
    }
}
