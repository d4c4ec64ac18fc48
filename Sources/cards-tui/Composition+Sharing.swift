import CardNetwork
import CardSettings
import CardSharing
import CardStorage
import Cards

extension Composition {
    /// Shares the cards of a store with other devices. Nothing is opened before the first call.
    static func sharing(_ store: SQLiteCardStore, _ settings: Config.Sharing, _ log: Log) -> VaultService {
        VaultService(
            store,
            addDesk: { role, password, vault, address in
                let setup = PostgreSQLSetup(
                    try PostgreSQLAddress(address.text, certificateFile: settings.certificateFile),
                    password: try await databasePassword(settings, log))
                defer { setup.close() }
                // Tables from an older version may lack something.
                try await setup.prepare()
                try await setup.addDesk(role, password: password, to: vault)
            }
        ) { address in
            let transport = try await transport(to: address, settings, log)
            let wasSealed = { @Sendable in (try? await store.vault())?.isSealed ?? false }
            guard let source = settings.key else {
                return SealedTransport(transport, passphrase: nil, wasSealed: wasSealed)
            }
            guard let key = Passphrase(try await CredentialsReader(log: log, for: "sync.key").read(source).text) else {
                throw EmptyKey()
            }
            return SealedTransport(transport, passphrase: key, wasSealed: wasSealed)
        }
    }

    private struct EmptyKey: UserFacingError {
        var userMessage: String {
            "The passphrase of sync.key_file or sync.key_command is empty. Nothing was sent or read."
        }
    }

    private static func transport(
        to address: RemoteAddress, _ settings: Config.Sharing, _ log: Log
    ) async throws -> any ChangeTransport {
        switch address.kind {
        case .folder: return TreeTransport.folder(address.text)
        case .webdav:
            return TreeTransport.webDAV(
                WebDAVConnection(
                    try BackendURL(address.text), certificateFile: settings.certificateFile,
                    allowsPlainHTTP: settings.allowsPlainHTTP,
                    credentials: {
                        guard let source = settings.credentials else { return nil }
                        return Credentials(
                            try await CredentialsReader(log: log, for: "sync.credentials").read(source).text)
                    }))
        case .postgresql:
            return PostgreSQLTransport(
                try PostgreSQLAddress(address.text, certificateFile: settings.certificateFile),
                password: try await databasePassword(settings, log))
        }
    }

    /// Nil to take it from `~/.pgpass` or a service file.
    private static func databasePassword(_ settings: Config.Sharing, _ log: Log) async throws -> String? {
        guard let source = settings.credentials else { return nil }
        let text = try await CredentialsReader(log: log, for: "sync.credentials").read(source).text
        return text.split(separator: ":", maxSplits: 1).last.map(String.init)
    }
}
