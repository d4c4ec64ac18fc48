internal import CSodium
internal import Cards

/// Whether the vault at a remote is sealed, and by which keys: found out with the first call that needs to know, forgotten at the end. It
/// knows the passphrase and reads the header; it touches no other object.
actor VaultOpening {
    private let base: any ChangeTransport
    private let passphrase: Passphrase?
    private let cost: SealingParameters.Cost
    private let libraries: [String]
    private let queue: SealingQueue
    private let wasSealed: @Sendable () async -> Bool
    /// The header that was seen last and fits the passphrase; the sealer is nil for a vault that is not sealed.
    private var opened: (header: VaultHeader, sealer: ObjectSealer?)?
    /// That of secret fields, made when it is needed.
    private var openedSecrets: (vault: VaultID, sealer: ObjectSealer)?
    /// Counts the calls of ``close()``: what began before one leaves no keys behind after it.
    private var closings = 0

    init(
        _ base: any ChangeTransport, _ passphrase: Passphrase?, _ cost: SealingParameters.Cost, libraries: [String],
        on queue: SealingQueue, wasSealed: @escaping @Sendable () async -> Bool
    ) {
        self.base = base
        self.passphrase = passphrase
        self.cost = cost
        self.libraries = libraries
        self.queue = queue
        self.wasSealed = wasSealed
    }

    // MARK: - The header

    /// The header that is there, for which the passphrase is right. One of a newer format is not opened: the caller says so.
    func header() async throws(TransportError) -> VaultHeader? {
        guard let header = try await base.header() else {
            opened = nil
            return nil
        }
        if header.format <= VaultHeader.knownFormat { _ = try await open(header) }
        return header
    }

    /// Makes the vault, sealed if there is a passphrase. Where another device was faster, its header must fit.
    func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        if let there = try await self.header() { return there }
        var wanted = header
        wanted.sealing = nil
        var sealer: ObjectSealer?
        let before = closings
        if let passphrase {
            let parameters = SealingParameters(cost)
            let made = try await self.sealer(for: header.vault, passphrase, parameters)
            wanted.sealing = parameters.json(verifier: made.verifier)
            sealer = made
        } else if await wasSealed() {
            throw error(
                .sealed,
                "the cards of this store are encrypted with a passphrase elsewhere, and none is set here (sync.key_file or "
                    + "sync.key_command). Nothing was written")
        }
        let there = try await base.create(wanted)
        if there == wanted {
            if closings == before { opened = (wanted, sealer) }
        } else if there.format <= VaultHeader.knownFormat {
            _ = try await open(there)
        }
        return there
    }

    /// Nil where the vault is not sealed, and need not be.
    func sealer() async throws(TransportError) -> ObjectSealer? {
        if let opened { return opened.sealer }
        guard let header = try await base.header() else { throw error(.wrongPlace, "it holds no vault") }
        return try await open(header)
    }

    /// Nil where the vault is not sealed. The key is that of the vault and its passphrase: another remote has other parameters in its header,
    /// and what is encrypted by this goes to all remotes.
    func secretSealer() async throws(TransportError) -> ObjectSealer? {
        guard let vault = try await sealer()?.vault, let passphrase else { return nil }
        if let openedSecrets, openedSecrets.vault == vault { return openedSecrets.sealer }
        let before = closings
        let made = try await sealer(for: vault, passphrase, SealingParameters(ofSecretsIn: vault, cost))
        if closings == before { openedSecrets = (vault, made) }
        return made
    }

    /// The keys are wiped as soon as nothing that runs uses them.
    func close() {
        closings += 1
        opened = nil
        openedSecrets = nil
    }

    // MARK: - Opening

    /// Throws where the header and the passphrase do not fit.
    private func open(_ header: VaultHeader) async throws(TransportError) -> ObjectSealer? {
        if let opened, opened.header == header { return opened.sealer }
        opened = nil
        let before = closings
        let sealer = try await sealer(for: header)
        if closings == before { opened = (header, sealer) }
        return sealer
    }

    private func sealer(for header: VaultHeader) async throws(TransportError) -> ObjectSealer? {
        if header.sealing == nil, await wasSealed() { throw VaultOpening.unsealed(at: base.name) }
        guard let passphrase else {
            if header.sealing == nil { return nil }
            throw error(
                .sealed,
                "the cards there are encrypted with a passphrase, and none is set here (sync.key_file or sync.key_command). "
                    + "Nothing was changed"
            )
        }
        guard let sealing = header.sealing else {
            throw error(
                .sealed,
                "a passphrase is set (sync.key_file or sync.key_command), but the header there says that the cards are not encrypted. Nothing "
                    + "was written. If other devices encrypt them, the server or someone else changed the header: restore it, or share the "
                    + "cards at another address")
        }
        let (parameters, verifier) = try parameters(sealing)
        let sealer = try await sealer(for: header.vault, passphrase, parameters)
        guard sealer.verifier == verifier else {
            throw error(
                .sealed,
                "the passphrase is wrong (sync.key_file or sync.key_command), or the server or someone else changed the header there "
                    + "(vault.json). Nothing was read or written")
        }
        return sealer
    }

    private func parameters(
        _ json: JSON
    ) throws(TransportError) -> (parameters: SealingParameters, verifier: [UInt8]) {
        do {
            return try SealingParameters.read(json)
        } catch {
            throw switch error {
            case .unknownMethod:
                self.error(.unsupported, "the cards there are encrypted in a way that this version does not know")
            case .invalid:
                self.error(
                    .sealed,
                    "the header there (vault.json) is damaged, so the cards cannot be opened. Restore vault.json there")
            case .tooCostly:
                self.error(
                    .sealed,
                    "opening the vault there would take more than \(SealingParameters.Cost.most.memory >> 20) MB of "
                        + "memory or too much time; its header was not written by this program")
            }
        }
    }

    private func sealer(
        for vault: VaultID, _ passphrase: Passphrase, _ parameters: SealingParameters
    ) async throws(TransportError) -> ObjectSealer {
        let (missing, memory) = (self.missingLibrary, self.missingMemory(parameters))
        return try await queue.run(for: base.name) { [libraries] () throws(TransportError) in
            guard let sodium = SodiumLibrary.open(libraries) else { throw missing }
            guard let sealer = ObjectSealer(passphrase, parameters, for: vault, by: sodium) else { throw memory }
            return sealer
        }
    }

    /// Throws where there is a passphrase and nothing to encrypt with.
    func requireLibrary() async throws(TransportError) {
        if passphrase == nil { return }
        let missing = missingLibrary
        try await queue.run(for: base.name) { [libraries] () throws(TransportError) in
            if SodiumLibrary.open(libraries) == nil { throw missing }
        }
    }

    // MARK: - Errors

    static func unsealed(at remote: String) -> TransportError {
        TransportError(
            .sealed, remote,
            "the cards there were encrypted, and its header says that they no longer are: the server or someone else changed it. "
                + "Nothing was read or written. Restore vault.json there, or share the cards at another address")
    }

    /// With other parameters the same passphrase gives other keys: what was written so could never be read again.
    static func otherSealing(at remote: String) -> TransportError {
        TransportError(
            .sealed, remote,
            "its header (vault.json) is not the one this device saw before: the server or someone else changed it. Nothing was read or "
                + "written. Restore vault.json there; if one of your devices started again there, run: cards-tui sync setup"
        )
    }

    private var missingLibrary: TransportError {
        error(.unsupported, "a passphrase needs libsodium, which is not installed. Nothing was written")
    }

    private func missingMemory(_ parameters: SealingParameters) -> TransportError {
        error(
            .busy(retryAfter: nil),
            "opening the vault takes \(max(1, parameters.cost.memory >> 20)) MB of memory, which is not available now")
    }

    private func error(_ kind: TransportError.Kind, _ reason: String) -> TransportError {
        TransportError(kind, base.name, reason)
    }
}
