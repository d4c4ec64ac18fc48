internal import Basics
internal import CardNetwork
public import Cards

extension TreeTransport {
    /// Without a dot: some servers list no names that begin with one.
    private static let claimPrefix = "claim-"
    private static let attempts = 40

    /// Devices that make a vault at the same time get one. No server can be relied on to write a name only once, so each writes a claim
    /// under a name of its own first: who then sees no other claim makes the vault, the others withdraw theirs and look again. A claim
    /// that never changes was left by a program that was killed: it is removed when the vault is there.
    public func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        var oldest: Set<String>?
        for attempt in 1...Self.attempts {
            if let there = try await self.header() { return there }
            let claim = VaultLayout.root + [Self.claimPrefix + VaultID.random().text]
            try await tree.write([0x0A], to: claim, existingFolders: 0, isNamedByContent: false)
            do throws(TransportError) {
                let others = try await claims().subtracting([claim[claim.count - 1]])
                if others.isEmpty || (attempt == Self.attempts && others.isSubset(of: oldest ?? [])) {
                    let made = try await make(header)
                    try await tree.remove(claim)
                    for forgotten in others { try? await tree.remove(VaultLayout.root + [forgotten]) }
                    return made
                }
                oldest = oldest?.intersection(others) ?? others
            } catch {
                try? await tree.remove(claim)
                throw error
            }
            try await tree.remove(claim)
            try await pause(.milliseconds(Int.random(in: 1...(20 + 10 * attempt))))
        }
        throw error(.busy(retryAfter: nil), "other devices make a vault there")
    }

    private func make(_ header: VaultHeader) async throws(TransportError) -> VaultHeader {
        if let there = try await self.header() { return there }
        try await tree.write(
            header.bytes, to: VaultLayout.header(header.vault), existingFolders: VaultLayout.root.count,
            isNamedByContent: false)
        guard let there = try await self.header() else {
            throw error(.unreachable, "it does not keep what is written")
        }
        return there
    }

    private func claims() async throws(TransportError) -> Set<String> {
        Set((try await tree.list(VaultLayout.root) ?? []).map(\.name).filter { $0.hasPrefix(Self.claimPrefix) })
    }

    private func pause(_ duration: Duration) async throws(TransportError) {
        do {
            try await QueueClock().sleep(for: duration)
        } catch {
            throw self.error(.cancelled, "cancelled")
        }
    }

    /// Writes a file, lists and reads it, writes it again and removes it.
    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        let probe = ["cards-tui-check-" + VaultID.random().text]
        let bytes = Array("cards-tui looks whether files can be written here. This one may be deleted.\n".utf8)
        do throws(TransportError) {
            guard try await tree.list([]) != nil else { throw error(.unreachable, "the folder is missing") }
            try await tree.write(bytes, to: probe, existingFolders: 0, isNamedByContent: true)
            guard try await tree.read(probe, maximumBytes: Bounds.header) == bytes,
                try await tree.list([])?.contains(where: { $0.name == probe[0] }) == true
            else {
                try await tree.remove(probe)
                return [VaultRemoteFinding(.unusable, "What is written there cannot be read again.")]
            }
            try await tree.write(bytes, to: probe, existingFolders: 0, isNamedByContent: true)
            try await tree.remove(probe)
            guard try await !tree.has(probe) else {
                return [VaultRemoteFinding(.unusable, "Files cannot be removed there.")]
            }
        } catch {
            if error.kind != .cancelled { try? await tree.remove(probe) }
            throw error
        }
        return [VaultRemoteFinding(.good, "Files can be written, listed, read and removed.")]
            + (try await tree.remarks())
    }
}
