import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// Whether libsodium is installed, and sealing that costs a test nothing.
enum Sealing {
    static let isPossible = SodiumLibrary.open() != nil
    static let reason: Comment = "needs libsodium23"

    static func transport(
        _ remote: MemoryRemote, _ passphrase: String? = "correct horse", cost: SealingParameters.Cost = .least,
        wasSealed: @escaping @Sendable () async -> Bool = { false }
    ) throws -> SealedTransport {
        try transport(MemoryTransport(remote), passphrase, cost: cost, wasSealed: wasSealed)
    }

    static func transport(
        _ base: any ChangeTransport, _ passphrase: String?, cost: SealingParameters.Cost = .least,
        wasSealed: @escaping @Sendable () async -> Bool = { false }
    ) throws -> SealedTransport {
        let typed = passphrase.flatMap { Passphrase($0) }
        try #require((typed == nil) == (passphrase == nil))
        return SealedTransport(base, passphrase: typed, cost: cost, wasSealed: wasSealed)
    }

    static func sealer(
        _ passphrase: String = "correct horse", salt: [UInt8] = Array(0..<16), vault: VaultID
    ) throws -> ObjectSealer {
        let sodium = try #require(SodiumLibrary.open())
        let typed = try #require(Passphrase(passphrase))
        return try #require(ObjectSealer(typed, SealingParameters(salt: salt, .least), for: vault, by: sodium))
    }

    static func batch(_ number: Int64, _ text: String, device: String = "0123456789abcdef") throws -> OutgoingBatch {
        OutgoingBatch(BatchID(try #require(DeviceID(device)), number), bytes: Array(text.utf8))
    }

    /// The kind of the error that `body` throws; nil where it throws none.
    static func failure(_ body: () async throws -> Void) async throws -> TransportError? {
        do {
            try await body()
            return nil
        } catch let error as TransportError {
            return error
        }
    }
}
