internal import Basics
internal import Cards

/// Encrypts the secret fields that go into batches, and decrypts those that came in them. Where the vault is not encrypted they wait: they
/// stay on this machine.
struct SecretExchange {
    let store: any VaultStore
    let transport: any ChangeTransport

    private static let atOnce = 100

    /// Returns whether there is something for a batch that was not there before.
    func seal() async throws -> Bool {
        var hasSealed = false
        // A card that is changed meanwhile comes again.
        while case let waiting = try await store.secretsToSeal(limit: Self.atOnce), !waiting.isEmpty {
            for (card, secrets) in waiting {
                try Task.checkCancellation()
                guard let text = try await transport.seal(secrets.bytes, of: card) else { return false }
                try await store.setSealed(text, of: secrets, card)
            }
            hasSealed = true
        }
        return hasSealed
    }

    func open(_ report: inout ExchangeReport) async throws {
        var row: Int64 = 0
        var unreadable: Set<CardID> = []
        while case let page = try await store.receivedSecrets(after: row, limit: Self.atOnce), let last = page.last {
            row = last.row
            var opened: [(received: ReceivedSecrets, opened: SharedSecrets?)] = []
            for received in page {
                try Task.checkCancellation()
                switch try await open(received) {
                case .notEncrypted: return
                case .newer: continue
                case .opened(let secrets):
                    opened.append((received, secrets))
                    // It has all of the card.
                    unreadable.remove(received.card)
                case .damaged:
                    opened.append((received, nil))
                    unreadable.insert(received.card)
                }
            }
            try await store.merge(opened)
        }
        if unreadable.isEmpty { return }
        report.damaged.append(
            "\(transport.name): the secret fields of \(unreadable.count.counted("card")) cannot be decrypted, and are left out. Set them "
                + "again on a device that has them.")
    }

    private enum Opening {
        case opened(SharedSecrets)
        case notEncrypted
        case damaged
        /// What a newer version wrote waits until this one is updated.
        case newer
    }

    private func open(_ received: ReceivedSecrets) async throws -> Opening {
        let bytes: [UInt8]
        do throws(TransportError) {
            guard let found = try await transport.open(received.text, of: received.card) else { return .notEncrypted }
            bytes = found
        } catch {
            guard error.kind == .damaged else { throw error }
            return .damaged
        }
        do throws(SharedSecrets.Problem) {
            return .opened(try SharedSecrets(bytes))
        } catch {
            return error == .newer ? .newer : .damaged
        }
    }
}
