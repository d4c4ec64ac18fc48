public import Cards

extension PostgreSQLTransport {
    public func check() async throws(TransportError) -> [VaultRemoteFinding] {
        let header = try await header()
        let found = try await run { connection throws(PostgreSQLFailure) in
            let rows = try connection.execute([
                PostgreSQLStatement(
                    """
                    SELECT current_setting('server_version'), rolsuper OR rolbypassrls,
                        has_database_privilege(current_database(), 'CREATE')
                    FROM pg_roles WHERE rolname = current_user
                    """)
            ])[0]
            return (rows: rows, version: connection.serverVersion, isEncrypted: connection.isEncrypted)
        }
        let version = found.rows.text(0, 0)?.split(separator: " ").first.map(String.init) ?? "?"
        var findings: [VaultRemoteFinding] = []
        // sha256() and what push needs are older; older servers get no more security fixes.
        findings.append(
            found.version >= 130_000
                ? VaultRemoteFinding(.good, "PostgreSQL \(version)")
                : VaultRemoteFinding(.unusable, "PostgreSQL \(version) is too old: 13 is needed"))
        let isLocal = address.hosts.allSatisfy { $0.isLocal || $0.name == nil }
        if found.isEncrypted {
            findings.append(VaultRemoteFinding(.good, "the connection is encrypted"))
        } else if !isLocal {
            findings.append(VaultRemoteFinding(.unusable, "the connection is not encrypted"))
        }
        if found.rows.flag(0, 1) == true {
            findings.append(
                VaultRemoteFinding(.remark, "this user may do everything there; a role for desks is safer"))
        }
        if let header {
            findings.append(VaultRemoteFinding(.good, "it holds the vault \(header.vault.text)"))
            findings += try await writing(to: header.vault)
        } else if found.rows.flag(0, 2) == true {
            findings.append(VaultRemoteFinding(.good, "a vault can be made there"))
        } else {
            findings.append(
                VaultRemoteFinding(.unusable, "there is no vault for this user, who may not make one: its owner has to")
            )
        }
        return findings
    }

    /// Nothing is left behind: an empty push locks the vault and writes nothing.
    private func writing(to vault: VaultID) async throws(TransportError) -> [VaultRemoteFinding] {
        do {
            _ = try await answer(PostgreSQLQueries.push([], to: vault))
            return [VaultRemoteFinding(.good, "batches can be written")]
        } catch {
            guard error.kind == .refused || error.kind == .wrongPlace else { throw error }
            return [VaultRemoteFinding(.unusable, "this user cannot write batches there")]
        }
    }
}
