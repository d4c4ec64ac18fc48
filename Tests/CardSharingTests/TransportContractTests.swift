import CardNetwork
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

@Suite struct TransportContractTests {
    @Test func memory() async throws {
        let remote = MemoryRemote()
        try await TransportContract(hasHints: true) { MemoryTransport(remote) }.verify()
    }

    @Test func folder() async throws {
        let folder = try TemporaryFolder()
        try await TransportContract(hasHints: true) { TreeTransport.folder(folder.path) }.verify()
        #expect(folder.names == ["cards-tui"], "a check leaves nothing")
    }

    @Test(.enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func webDAV() async throws {
        let server = try await DAVServer()
        let address = try BackendURL(server.url + "/a%20folder")
        try await TransportContract(hasHints: false) { TreeTransport.webDAV(WebDAVConnection(address)) }.verify()
    }

    // MARK: - With a passphrase

    @Test(.enabled(if: Sealing.isPossible, Sealing.reason))
    func sealedMemory() async throws {
        let remote = MemoryRemote()
        try await TransportContract(hasHints: true, isSealed: true) { try Sealing.transport(remote) }.verify()
    }

    @Test(.enabled(if: Sealing.isPossible, Sealing.reason))
    func sealedFolder() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await TransportContract(hasHints: true, isSealed: true) {
            try Sealing.transport(TreeTransport.folder(path), "correct horse")
        }.verify()
        #expect(folder.names == ["cards-tui"], "a check leaves nothing")
    }

    @Test(
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"),
        .enabled(if: Sealing.isPossible, Sealing.reason))
    func sealedWebDAV() async throws {
        let server = try await DAVServer()
        let address = try BackendURL(server.url + "/a%20folder")
        try await TransportContract(hasHints: false, isSealed: true) {
            try Sealing.transport(TreeTransport.webDAV(WebDAVConnection(address)), "correct horse")
        }.verify()
    }
}
