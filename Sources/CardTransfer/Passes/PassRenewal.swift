internal import Basics
public import Cards
internal import Synchronization

/// The hosts that could not be reached, or failed: asked for each of their passes they would take the time of the others.
private final class SilentHosts: Sendable {
    let hosts = Mutex<Set<String>>([])
}

/// Renews passes by the web services of their issuers: asks for new versions, checks that each is of the same pass, and imports it like any
/// newer file, so that what was changed here stays.
public struct PassRenewal: Sendable {
    /// A pass that has a web service.
    public struct Candidate: Sendable {
        public let card: CardID
        public let name: String
        public let issuer: PassIssuer
        let service: PassService
        /// The pass that is here.
        let file: PhotoHash
        let isArchived: Bool
    }

    public struct Found: Sendable {
        public var candidates: [Candidate] = []
        public var refused: [Refused] = []
        /// Cards of which a pass names a web service, also where another card has the same pass.
        public var cards: Set<CardID> = []
    }

    /// A pass that cannot be renewed.
    public struct Refused: Sendable {
        public let card: CardID
        public let name: String
        public let reason: PassError
    }

    public enum Outcome: Sendable {
        case unchanged
        /// What is new, and how many fields are in conflict, as they were changed here, too.
        case renewed([String], conflicts: Int)
        case failed(PassError)
    }

    private let store: any CardStore
    private let fetching: any PassFetching
    private let consents: any PassConsentKeeping
    private let format: LocalFormat
    private let clock: CardClock
    private let silent = SilentHosts()

    public init(
        _ store: any CardStore, _ fetching: any PassFetching, _ consents: any PassConsentKeeping, format: LocalFormat,
        clock: CardClock
    ) {
        self.store = store
        self.fetching = fetching
        self.consents = consents
        self.format = format
        self.clock = clock
    }

    // MARK: - Passes

    /// The passes that name a web service; each once, also where several cards are of it.
    /// - Parameter cards: of these; nil for all cards that are not archived.
    @concurrent public func candidates(of cards: [CardID]? = nil) async throws -> Found {
        var found = Found()
        var met: Set<ExactText> = []
        let wanted = cards.map { Set($0) }
        for origin in try await store.originKeys(of: FileFormat.pass.rawValue)
        where wanted?.contains(origin.card) ?? true {
            if Task.isCancelled { throw CancellationError() }
            guard let card = try await store.card(origin.card), wanted != nil || !card.isArchived,
                let file = try await store.origin(of: origin.card, in: FileFormat.pass.rawValue)?.origin.attachment,
                let bytes = try await store.photo(file), let service = Self.service(of: bytes)
            else { continue }
            found.cards.insert(card.identifier)
            guard met.insert(ExactText(service.description)).inserted else { continue }
            do throws(PassError) {
                let issuer = PassIssuer(type: service.type, host: try fetching.host(of: service))
                found.candidates.append(
                    Candidate(
                        card: card.identifier, name: card.name, issuer: issuer, service: service, file: file,
                        isArchived: card.isArchived))
            } catch {
                found.refused.append(Refused(card: card.identifier, name: card.name, reason: error))
            }
        }
        return found
    }

    /// What the pass says of its web service; nil without one, and without what that wants to have.
    static func service(of pass: [UInt8]) -> PassService? {
        guard let json = try? PassContents(pass, language: "en").json,
            let address = json["webServiceURL"]?.string, !address.isEmpty,
            let token = json["authenticationToken"]?.shownText, !token.isEmpty,
            let type = json["passTypeIdentifier"]?.string, let serial = json["serialNumber"]?.shownText,
            !type.isEmpty, !serial.isEmpty
        else { return nil }
        return PassService(address: address, type: type, serial: serial, token: token)
    }

    // MARK: - Consent

    public func isAgreed(_ issuer: PassIssuer) -> Bool { consents.load().issuers.contains(issuer) }

    @concurrent public func agree(to issuers: [PassIssuer]) async throws {
        if issuers.isEmpty { return }
        try consents.update { consents in
            for issuer in issuers { consents.agree(to: issuer) }
        }
    }

    public func isDeclined(_ issuer: PassIssuer) -> Bool { consents.load().declined.contains(issuer) }

    /// Remembers that somebody said no.
    @concurrent public func decline(_ issuers: [PassIssuer]) async throws {
        if issuers.isEmpty { return }
        try consents.update { consents in
            for issuer in issuers { consents.decline(issuer) }
        }
    }

    /// One that is made to be long must not hide the rest of the question.
    private static let longestType = 60

    /// "Renew passes of pass.com.juniper at passes.juniper.example (Juniper Rail)? …"
    public static func question(_ issuer: PassIssuer, _ candidates: [Candidate]) -> String {
        let names = candidates.filter { $0.issuer == issuer }.map(\.name.shortName)
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return
            "Ask \(issuer.host) for new versions of \(issuer.type.shortened(to: longestType)) passes (\(names.prefix(3).joined(separator: ", "))\(more)), "
            + "now and at every renewal? It receives the type, serial number and token of each pass."
    }

    /// The issuers that nobody has agreed to yet, in the order of their passes.
    /// - Parameter named: cards whose issuers are asked about again after somebody said no.
    public func unasked(_ candidates: [Candidate], named: Set<CardID> = []) -> [PassIssuer] {
        let known = consents.load()
        var seen: Set<PassIssuer> = []
        return candidates.filter { named.contains($0.card) || !known.declined.contains($0.issuer) }.map(\.issuer)
            .filter { !known.issuers.contains($0) && seen.insert($0).inserted }
    }

    // MARK: - Renewing

    /// Asks for a new version, unless nobody agreed to that, and imports it as one step. Throws ``StoreError`` and
    /// `CancellationError`.
    @concurrent public func renew(_ pass: Candidate) async throws -> Outcome {
        let known = consents.load()
        guard known.issuers.contains(pass.issuer) else {
            return .failed(PassError(.address, "You have not agreed yet to ask \(pass.issuer.host)."))
        }
        let host = pass.issuer.host
        if silent.hosts.withLock({ $0.contains(host) }) {
            return .failed(PassError(.network, "\(host) failed before, and was not asked again."))
        }
        do {
            let since = known.date(of: pass.service, file: pass.file)
            let answer = try await fetching.fetch(pass.service, since: since, limit: PassContents.maximumBytes)
            guard case .file(let bytes, let date) = answer else { return .unchanged }
            let hash = PhotoHash(of: bytes)
            let outcome = hash == pass.file ? .unchanged : try await take(bytes, pass)
            // The import is done. Without its date the pass is only fetched once more.
            try? consents.update { $0.note(date, of: pass.service, file: hash) }
            return outcome
        } catch let error as PassError {
            if error.kind == .network { _ = silent.hosts.withLock { $0.insert(host) } }
            return .failed(error)
        }
    }

    private func take(_ bytes: [UInt8], _ pass: Candidate) async throws -> Outcome {
        let host = pass.issuer.host
        guard let kept = try await store.photo(pass.file),
            let old = try? PassContents(kept, language: LocalFormat.language)
        else { throw Self.meanwhile }
        let new = try contents(bytes, pass, old)
        var request = ImportRequest()
        request.format = .pass
        request.localDay = clock.day
        request.options.listsCards = true
        // First without writing: a card that was deleted meanwhile must not come back as a new one.
        request.options.isDryRun = true
        let preview = try await imported(bytes, request, host)
        guard preview.added == 0 else { throw Self.meanwhile }
        try await check(pass)
        let card = try await store.card(pass.card)
        request.options.isDryRun = false
        let report = try await imported(bytes, request, host)
        guard report.added == 0 else {
            throw PassError(.answer, "\(host) sent a pass that became a new card (undo removes it).")
        }
        // Of two cards of one pass the import finds the first.
        guard try await file(of: pass.card) == PhotoHash(of: bytes) else {
            throw PassError(.answer, "Another card has the same pass, and was renewed; delete one of the two.")
        }
        var fields: FieldSet = []
        for case .changed(let changed) in report.entries.map(\.outcome) { fields.formUnion(changed) }
        let changes = PassChanges(from: old, to: new, note: card?.note ?? "", fields: fields, format, clock).texts
        // Another file of the same content is kept beside the card, and nothing is said of it.
        guard report.isChange || report.conflicts > 0 else { return .unchanged }
        return .renewed(changes.isEmpty ? ["a new version"] : changes, conflicts: report.conflicts)
    }

    private static var meanwhile: PassError { PassError(.answer, "The card or its pass has changed in the meantime.") }

    /// Throws ``PassError`` unless the card is there, and has the pass that was asked about.
    private func check(_ pass: Candidate) async throws {
        guard let card = try await store.card(pass.card), card.isArchived == pass.isArchived,
            try await file(of: pass.card) == pass.file
        else { throw Self.meanwhile }
    }

    private func file(of card: CardID) async throws -> PhotoHash? {
        try await store.origin(of: card, in: FileFormat.pass.rawValue)?.origin.attachment
    }

    /// Throws ``PassError`` for what is wrong with the file, such as a damaged picture: other passes can be renewed all the same.
    private func imported(_ bytes: [UInt8], _ request: ImportRequest, _ host: String) async throws -> ImportReport {
        let report: ImportReport
        do {
            report = try await store.importFile(MemoryFile(bytes), named: host, request).report
        } catch {
            if error is StoreError || error is CancellationError { throw error }
            throw PassError(.answer, "\(host) sent a pass that cannot be imported. \(error.message)")
        }
        if let skipped = report.skipped.first {
            throw PassError(.answer, "\(host) sent a pass that cannot be read: \(skipped.reason).")
        }
        return report
    }

    /// Throws ``PassError`` unless it is a version of the same pass.
    /// - Parameter old: the one that is here.
    private func contents(
        _ bytes: [UInt8], _ pass: Candidate, _ old: PassContents
    ) throws(PassError) -> PassContents {
        let host = pass.issuer.host
        let contents: PassContents
        let changed: [String]
        let isListed: Bool
        do {
            guard bytes.starts(with: [0x50, 0x4B]) else { throw TransferError.noPass }
            let archive = try ZipArchive(MemoryFile(bytes), limits: PassContents.limits)
            contents = try PassContents(archive, language: LocalFormat.language, password: nil)
            changed = contents.changedFiles(in: archive, password: nil)
            isListed = Self.isListed(contents, in: archive)
        } catch {
            throw PassError(.answer, "\(host) answered with something that is not a pass.")
        }
        let (type, serial) = (contents.json["passTypeIdentifier"]?.string, contents.json["serialNumber"]?.shownText)
        guard type?.isSameText(as: pass.service.type) == true, serial?.isSameText(as: pass.service.serial) == true
        else {
            throw PassError(.answer, "\(host) answered with another pass.")
        }
        // The signature is not checked, but what had one must not come without it, or from another team.
        if old.hasSignature {
            guard contents.hasSignature, isListed else {
                throw PassError(.answer, "\(host) answered with a pass that is not signed, as the one here is.")
            }
            let (team, former) = (contents.json["teamIdentifier"]?.string, old.json["teamIdentifier"]?.string)
            guard (team ?? "").isSameText(as: former ?? "") else {
                throw PassError(.answer, "\(host) answered with a pass of another team.")
            }
        }
        if let file = changed.first {
            throw PassError(
                .answer, "\(host) answered with a damaged pass: \(file.prefix(60)) was changed after it was signed.")
        }
        return contents
    }

    /// Whether the manifest, which is what is signed, can be read and has a sum of `pass.json`.
    private static func isListed(_ contents: PassContents, in archive: ZipArchive) -> Bool {
        guard let manifest = contents.entries["manifest.json"],
            let bytes = try? archive.bytes(of: manifest, password: nil),
            let sums = try? JSONParser.parse(bytes, maximumValues: CardBounds.values)
        else { return false }
        return sums["pass.json"]?.string != nil
    }
}
