internal import Basics
internal import CSodium
internal import Cards
internal import Dispatch

/// Seals the objects of one vault and opens them. It holds the keys, which are wiped with its last copy, and not the passphrase.
///
/// A sealed object is ``mark``, the nonce and what XChaCha20-Poly1305 made of the bytes. The nonce is no random number but a hash, by a
/// key of its own, of the object's name and bytes (as in SIV, RFC 5297): sealing again gives the same sealed bytes, so that a batch whose
/// answer was lost is written again with success, and a copied device is told by its other bytes. A nonce must never serve two different
/// messages. Here it does only if two of them have the same keyed BLAKE2b of 192 bits, which takes about 2^96 objects; nobody without the
/// key can look for such a pair. What a server learns is that the same bytes came under the same name, which the name says anyway.
struct ObjectSealer: Sendable {
    /// The beginning of every sealed object, which also tells the version of this layout.
    static let mark = Array("CARDSEA1".utf8)
    static let overhead = mark.count + Int(CSODIUM_NONCE) + Int(CSODIUM_TAG)

    let vault: VaultID
    /// A hash that only the right passphrase makes, for the header of this vault and of no other.
    let verifier: [UInt8]
    private let sodium: SodiumFunctions
    private let encryption: SecretBytes
    private let nonces: SecretBytes
    private let names: SecretBytes

    /// Makes the keys, by Argon2: takes some tenths of a second and the memory that the parameters name. Nil if it is not there.
    init?(_ passphrase: Passphrase, _ parameters: SealingParameters, for vault: VaultID, by sodium: SodiumFunctions) {
        let key = SecretBytes(count: Int(CSODIUM_KEY)) { key in
            passphrase.bytes.withBytes { passphrase in
                sodium.derive(
                    passphrase.baseAddress, passphrase.count, salt: parameters.salt,
                    operations: UInt64(parameters.cost.operations), memory: parameters.cost.memory,
                    key: key.baseAddress)
            }
        }
        // Each use has a key of its own.
        guard let key, let encryption = Self.key("encryption", of: key, by: sodium),
            let nonces = Self.key("nonces", of: key, by: sodium), let names = Self.key("names", of: key, by: sodium)
        else { return nil }
        self.vault = vault
        self.sodium = sodium
        self.encryption = encryption
        self.nonces = nonces
        self.names = names
        verifier = Self.hash(
            Array(vault.text.utf8), named: Array("verifier".utf8), key, SealingParameters.verifierBytes, by: sodium)
    }

    // MARK: - Objects

    func seal(_ bytes: [UInt8], as object: SealedObject) -> [UInt8] {
        let name = object.name(in: vault)
        let nonce = Self.hash(bytes, named: name, nonces, Int(CSODIUM_NONCE), by: sodium)
        let start = Self.mark.count + nonce.count
        return [UInt8](unsafeUninitializedCapacity: bytes.count + Self.overhead) { buffer, count in
            _ = buffer.initialize(fromContentsOf: Self.mark + nonce)
            let sealed = buffer.baseAddress.map { $0 + start }
            encryption.withBytes { key in
                sodium.encrypt(
                    key: key.baseAddress, nonce: nonce, name, name.count, bytes, bytes.count, to: sealed)
            }
            count = bytes.count + Self.overhead
        }
    }

    /// Nil where the bytes were changed, or were sealed as another object, for another vault or by another key.
    func open(_ sealed: [UInt8], as object: SealedObject) -> [UInt8]? {
        guard sealed.count >= Self.overhead, sealed.starts(with: Self.mark) else { return nil }
        let name = object.name(in: vault)
        let start = Self.mark.count + Int(CSODIUM_NONCE)
        var isOpen = false
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, sealed.count - Self.overhead)) { buffer, count in
            isOpen = sealed.withUnsafeBufferPointer { sealed in
                guard let first = sealed.baseAddress else { return false }
                return encryption.withBytes { key in
                    sodium.decrypt(
                        key: key.baseAddress, nonce: first + Self.mark.count, name, name.count, first + start,
                        sealed.count - start, to: buffer.baseAddress)
                }
            }
            count = isOpen ? sealed.count - Self.overhead : 0
        }
        return isOpen ? bytes : nil
    }

    /// The name of a photo at the remote: a server cannot tell by it whether a photo that it knows is there.
    func name(of photo: PhotoHash) -> PhotoHash {
        // The outer hash only gives it the form of a name.
        PhotoHash(of: Self.hash(Array(photo.text.utf8), named: Array("photo".utf8), names, 32, by: sodium))
    }

    // MARK: - Hashes

    private static func key(_ use: String, of key: SecretBytes, by sodium: SodiumFunctions) -> SecretBytes? {
        let name = Array("cards-tui 1 \(use)".utf8)
        return SecretBytes(count: Int(CSODIUM_KEY)) { derived in
            key.withBytes {
                sodium.hash(
                    key: $0.baseAddress, name, name.count, nil, 0, digest: derived.baseAddress, derived.count)
            }
            return true
        }
    }

    private static func hash(
        _ bytes: [UInt8], named name: [UInt8], _ key: SecretBytes, _ count: Int, by sodium: SodiumFunctions
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { digest, written in
            key.withBytes {
                sodium.hash(
                    key: $0.baseAddress, name, name.count, bytes, bytes.count, digest: digest.baseAddress, count)
            }
            written = count
        }
    }
}

/// What an object of a vault is: a sealed one can only be opened as the same object of the same vault, so that a server can neither
/// exchange two objects nor pass one of them for another.
enum SealedObject: Equatable, Sendable {
    case batch(BatchID)
    /// By the hash of the photo's own bytes, which no remote gets to know.
    case photo(PhotoHash)
    case snapshot(HybridTime)
    /// The secret fields of a card, inside of a batch.
    case secrets(CardID)

    /// The associated data. Each part has an alphabet without blanks, so two objects never have the same.
    func name(in vault: VaultID) -> [UInt8] {
        let object =
            switch self {
            case .batch(let id): "batch \(id.device.text) \(id.number)"
            case .photo(let hash): "photo \(hash.text)"
            case .snapshot(let time): "snapshot \(time.bits)"
            case .secrets(let card): "secrets \(card.text)"
            }
        return Array("cards-tui 1 \(vault.text) \(object)".utf8)
    }

    /// For people.
    var label: String {
        switch self {
        case .batch(let id): "batch \(id.number) of device \(id.device.text)"
        case .photo: "a photo"
        case .snapshot: "a snapshot"
        case .secrets: "the secret fields of a card"
        }
    }
}

/// Runs Argon2 and the encryption of objects, one at a time on a thread of its own: they take up to seconds and much memory. Whoever waits
/// for one is woken when its task is cancelled; what runs ends by itself, and what still waits in line does not begin.
struct SealingQueue: Sendable {
    typealias Body<Value> = @Sendable () throws(TransportError) -> Value

    private let queue = DispatchQueue(label: "cards-tui.sealing")

    /// - Parameter remote: its name for people, for the error of a cancelled task.
    func run<Value: Sendable>(
        for remote: String, _ body: @escaping Body<Value>
    ) async throws(TransportError) -> Value {
        try await InterruptibleWait.value(cancelled: TransportError(.cancelled, remote, "cancelled")) { wait in
            queue.async {
                if !wait.hasEnded { wait.end(Result { () throws(TransportError) in try body() }) }
            }
        }
    }
}
