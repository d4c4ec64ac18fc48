internal import Cards

/// Whether a place has the vault of this store, and in the way that this device knows: nothing is read or written before.
struct HeaderCheck {
    private let exchange: VaultExchange

    init(_ exchange: VaultExchange) { self.exchange = exchange }

    private var store: any VaultStore { exchange.store }
    private var transport: any ChangeTransport { exchange.transport }

    /// An address that held the vault and is empty now is a mistake: an unmounted folder, another disk. Nothing is written there.
    /// - Parameter mayCreate: whether the vault is made where nothing is yet.
    func run(_ membership: VaultMembership, mayCreate: Bool = true) async throws {
        let record = try await exchange.record()
        var header = try await header(membership, record)
        if header == nil {
            guard record.isNew else {
                throw TransportError(
                    .wrongPlace, transport.name,
                    "the cards that were shared here are gone. Nothing was changed. Check that the address is right and its disk is "
                        + "connected. To start again here: cards-tui sync setup")
            }
            guard mayCreate else { throw TransportError(.wrongPlace, transport.name, "no cards are shared there yet") }
            header = try await transport.create(VaultHeader(vault: membership.vault))
        }
        guard let header else { return }
        if header.format > VaultHeader.knownFormat { throw VaultError.newerFormat(header.format) }
        if header.vault != membership.vault {
            throw VaultError.otherVault(here: membership.vault, there: header.vault)
        }
        if header.sealing == nil, membership.isSealed { throw VaultOpening.unsealed(at: transport.name) }
        if let seen = record.header?.sealing, header.sealing != seen {
            throw VaultOpening.otherSealing(at: transport.name)
        }
        if header.sealing != nil, !membership.isSealed { try await store.noteSealed() }
        if header.sealing == nil, record.isNew, try await !store.tally(of: exchange.remote).isEmpty {
            try await refuseEncryptedBatches()
        }
        try await store.note(header, of: exchange.remote)
    }

    /// One that is missing or damaged, though its vault is there, is written again as it was.
    private func header(_ membership: VaultMembership, _ record: RemoteRecord) async throws -> VaultHeader? {
        let (there, failure): (VaultHeader?, TransportError?)
        do throws(TransportError) {
            (there, failure) = (try await transport.header(), nil)
        } catch {
            guard error.kind == .damaged else { throw error }
            (there, failure) = (nil, error)
        }
        if let there { return there }
        let open = membership.isSealed ? nil : VaultHeader(vault: membership.vault)
        if !record.isNew, let seen = record.header ?? open, try await transport.restore(seen) {
            return try await transport.header()
        }
        if let failure { throw failure }
        return nil
    }

    /// A header may have lost its sealing before this device saw it: nothing is written open among what others encrypted.
    private func refuseEncryptedBatches() async throws {
        let listing = try await transport.batches(after: VersionVector(), limit: 1)
        guard let first = listing.batches.first, let bytes = try? await exchange.bytes(of: first),
            bytes.first != UInt8(ascii: "{")
        else { return }
        throw VaultOpening.unsealed(at: transport.name)
    }
}
