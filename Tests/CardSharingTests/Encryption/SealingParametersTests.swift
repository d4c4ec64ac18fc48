import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// Headers as a hostile server writes them, and what is said where libsodium is missing.
@Suite("The sealing of a header")
struct SealingParametersTests {
    private static let salt = String(repeating: "0f", count: 16)
    private static let verifier = String(repeating: "a0", count: 32)

    private static func header(
        method: String = #""argon2id13+xchacha20poly1305""#, salt: String = "\"\(salt)\"",
        operations: String = "3", memory: String = "67108864", verifier: String = "\"\(verifier)\""
    ) -> String {
        """
        {"method":\(method),"salt":\(salt),"operations":\(operations),"memory":\(memory),"verifier":\(verifier)}
        """
    }

    private static let invalid = [
        "null", "7", "[]", "{}", header(method: "null"), header(salt: "null"), header(salt: "\"\""),
        header(salt: "\"\(salt)00\""), header(salt: "\"zz\(salt.dropFirst(2))\""), header(verifier: "\"00\""),
        header(verifier: "3"), header(operations: "0"), header(operations: "-1"), header(operations: "1.5"),
        header(operations: "\"3\""), header(operations: "1e1"), header(memory: "0"), header(memory: "8191"),
        header(memory: "-67108864"), header(memory: "null"),
    ]
    private static let costly = [
        header(operations: "11"), header(operations: "4294967295"), header(memory: "268435457"),
        header(memory: "4398046510080"), header(memory: "99999999999999999999999999"),
    ]

    private func problem(_ text: String) throws -> SealingParameters.Problem? {
        let json = try JSONParser.parse(Array(text.utf8), maximumValues: 100)
        do {
            _ = try SealingParameters.read(json)
            return nil
        } catch {
            return error
        }
    }

    @Test("what we write is read, through the bytes of a header")
    func roundTrip() throws {
        let parameters = SealingParameters(.usual)
        #expect(parameters.salt != SealingParameters(.usual).salt)
        let verifier = [UInt8](repeating: 7, count: 32)
        let header = VaultHeader(vault: .random(), sealing: parameters.json(verifier: verifier))
        let sealing = try #require(VaultHeader(header.bytes)?.sealing)
        let read = try SealingParameters.read(sealing)
        #expect(read.parameters == parameters)
        #expect(read.verifier == verifier)
        #expect(try problem(Self.header()) == nil)
    }

    @Test("a member that is missing or wrong makes it invalid", arguments: invalid)
    func damaged(text: String) throws { #expect(try problem(text) == .invalid) }

    @Test("too many passes and too much memory are refused", arguments: costly)
    func cost(text: String) throws { #expect(try problem(text) == .tooCostly) }

    @Test("the limits themselves are allowed")
    func limits() throws {
        #expect(try problem(Self.header(operations: "10", memory: "268435456")) == nil)
        #expect(try problem(Self.header(operations: "1", memory: "8192")) == nil)
    }

    @Test("another method is that of a newer version")
    func method() throws { #expect(try problem(Self.header(method: #""argon3""#)) == .unknownMethod) }

    @Test("a hostile header stops with words before any memory is taken", .timeLimit(.minutes(1)))
    func hostileVault() async throws {
        let cases =
            Self.invalid.map { ($0, TransportError.Kind.sealed) }
            + Self.costly.map { ($0, .sealed) } + [(Self.header(method: #""argon3""#), .unsupported)]
        for (text, kind) in cases {
            let remote = MemoryRemote()
            let sealing = try JSONParser.parse(Array(text.utf8), maximumValues: 100)
            _ = try await MemoryTransport(remote).create(VaultHeader(vault: .random(), sealing: sealing))
            let transport = try Sealing.transport(remote, "correct horse")
            let batch = try Sealing.batch(1, "one")
            #expect(try await Sealing.failure { _ = try await transport.header() }?.kind == kind, "\(text)")
            #expect(try await Sealing.failure { _ = try await transport.write([batch]) }?.kind == kind, "\(text)")
            #expect(remote.batchCount == 0)
        }
    }

    @Test("a header of a newer format is given to the caller as it is")
    func newerFormat() async throws {
        let remote = MemoryRemote()
        let header = VaultHeader(vault: .random(), format: 2, sealing: .string("something new"))
        _ = try await MemoryTransport(remote).create(header)
        #expect(try await Sealing.transport(remote).header() == header)
        #expect(try await Sealing.transport(remote, nil).header() == header)
        let batch = try Sealing.batch(1, "one")
        let error = try await Sealing.failure { _ = try await Sealing.transport(remote).write([batch]) }
        #expect(error?.kind == .sealed)
        #expect(remote.batchCount == 0)
    }

    @Test("without libsodium a passphrase is told so, and nothing is written")
    func missingLibrary() async throws {
        let remote = MemoryRemote()
        let passphrase = try #require(Passphrase("correct horse"))
        let transport = SealedTransport(
            MemoryTransport(remote), passphrase: passphrase, cost: .least, libraries: ["libsodium.so.none"])
        for call in [
            { _ = try await transport.check() }, { _ = try await transport.create(VaultHeader(vault: .random())) },
        ] as [() async throws -> Void] {
            let error = try await Sealing.failure(call)
            #expect(error?.kind == .unsupported)
            #expect(error?.userMessage.contains("libsodium") == true)
        }
        #expect(try await MemoryTransport(remote).header() == nil)

        let open = SealedTransport(
            MemoryTransport(remote), passphrase: nil, cost: .least, libraries: ["libsodium.so.none"])
        _ = try await open.create(VaultHeader(vault: .random()))
        #expect(try await open.write([try Sealing.batch(1, "one")]) == [.stored], "not needed")
    }
}
