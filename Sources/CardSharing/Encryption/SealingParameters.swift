internal import Basics
internal import CSodium
internal import Cards

/// How the key of a sealed vault is made of its passphrase, as the vault's header tells it to every device: no secret.
struct SealingParameters: Equatable, Sendable {
    /// What Argon2id takes: as many passes over as many bytes.
    struct Cost: Equatable, Sendable {
        let operations: Int
        let memory: Int

        /// RFC 9106, 4, for machines with little memory: some tenths of a second. Headers name it, but secret fields do not: whoever changes
        /// it has to keep it for these.
        static let usual = Cost(operations: 3, memory: 64 << 20)
        /// The least that Argon2 can do. A header that names little gains nothing: no key but that of the passphrase passes the verifier,
        /// and nothing that was made with another leaves this device.
        static let least = Cost(operations: 1, memory: 8 << 10)
        /// The most that a header may ask of this device: seconds, and memory that small machines have.
        static let most = Cost(operations: 10, memory: 256 << 20)

        var isAllowed: Bool {
            (Self.least.operations...Self.most.operations).contains(operations)
                && (Self.least.memory...Self.most.memory).contains(memory)
        }
    }

    /// Why a header's sealing cannot be used.
    enum Problem: Error, Hashable {
        /// Made by another method, that of a newer version.
        case unknownMethod
        /// A member is missing, or none that we write.
        case invalid
        case tooCostly
    }

    static let method = "argon2id13+xchacha20poly1305"
    static let verifierBytes = 32

    let salt: [UInt8]
    let cost: Cost

    /// With a random salt, for a new vault.
    init(_ cost: Cost) {
        var generator = SystemRandomNumberGenerator()
        salt = (0..<Int(CSODIUM_SALT)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        self.cost = cost
    }

    init(salt: [UInt8], _ cost: Cost) { (self.salt, self.cost) = (salt, cost) }

    /// Those of the key for secret fields, which each device works out by itself. The salt differs for each vault, and need not be secret.
    init(ofSecretsIn vault: VaultID, _ cost: Cost) {
        let digest = ObjectHash(of: Array("cards-tui 1 secrets \(vault.text)".utf8))
        let salt = Hexadecimal.bytes(of: Substring(digest.text)) ?? []
        self.init(salt: Array(salt.prefix(Int(CSODIUM_SALT))), cost)
    }

    // MARK: - In a header

    private enum Key {
        static let (method, salt, verifier) = ("method", "salt", "verifier")
        static let (operations, memory) = ("operations", "memory")
    }

    func json(verifier: [UInt8]) -> JSON {
        let members: [(key: String, value: JSON)] = [
            (Key.method, .string(Self.method)), (Key.salt, .string(Hexadecimal.text(of: salt))),
            (Key.operations, .number(String(cost.operations))), (Key.memory, .number(String(cost.memory))),
            (Key.verifier, .string(Hexadecimal.text(of: verifier))),
        ]
        return .object(JSONObject(members))
    }

    /// Whoever runs the server may have written this: everything is checked.
    static func read(_ json: JSON) throws(Problem) -> (parameters: SealingParameters, verifier: [UInt8]) {
        guard let method = json[Key.method]?.string else { throw .invalid }
        guard method == Self.method else { throw .unknownMethod }
        guard let salt = bytes(json[Key.salt]), salt.count == Int(CSODIUM_SALT),
            let verifier = bytes(json[Key.verifier]), verifier.count == verifierBytes,
            let operations = integer(json[Key.operations]), let memory = integer(json[Key.memory])
        else { throw .invalid }
        let cost = Cost(operations: operations, memory: memory)
        guard operations >= Cost.least.operations, memory >= Cost.least.memory else { throw .invalid }
        guard cost.isAllowed else { throw .tooCostly }
        return (SealingParameters(salt: salt, cost), verifier)
    }

    private static func bytes(_ json: JSON?) -> [UInt8]? {
        guard let text = json?.string, text.utf8.count <= 1000 else { return nil }
        return Hexadecimal.bytes(of: text[...])
    }

    /// A number too large for this machine is one that is too large for us.
    private static func integer(_ json: JSON?) -> Int? {
        guard case .number(let digits)? = json, !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(digits) ?? .max
    }
}
