import CardNetwork
import Cards
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CardSharing

/// How often folders of devices are listed on a real server.
@Suite(
    "Listing of a WebDAV server", .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
struct WebDAVListingTests {
    private let server: DAVServer
    private let address: BackendURL
    private let vault = VaultID.random()
    private let devices = [DeviceID.random(), DeviceID.random(), DeviceID.random()]

    init() async throws {
        server = try await DAVServer()
        address = try BackendURL(server.url + "/cards")
    }

    /// The last batch of each device.
    private func known(_ first: Int64, _ second: Int64, _ third: Int64) -> VersionVector {
        VersionVector([devices[0]: first, devices[1]: second, devices[2]: third])
    }

    private func log(_ device: DeviceID) -> String {
        "files/cards/" + VaultLayout.log(vault, of: device).joined(separator: "/")
    }

    /// As if the folders had been changed minutes ago.
    private func age() throws {
        let time = timeval(tv_sec: time(nil) - 240, tv_usec: 0)
        for device in devices { try #require(utimes(server.folder.path + "/" + log(device), [time, time]) == 0) }
    }

    /// How often each device's folder was listed so far.
    private func listings(_ transport: TreeTransport) async throws -> [Int] {
        // The log is written in order: the last request is this one.
        let before = lines("snapshots").count
        _ = try await transport.snapshots()
        try await eventually("the request in the log") { lines("snapshots").count != before }
        return devices.map { device in lines("log/\(device.text)/ ").count }
    }

    private func lines(_ path: String) -> [Substring] {
        server.requests.split(separator: "\n").filter { $0.contains("PROPFIND") && $0.contains(path) }
    }

    /// Stands still until it is advanced.
    private final class SteppedInstant: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
        func advance(by duration: Duration) { instant.withLock { $0 += duration } }
    }

    @Test("what nobody has changed for some seconds is listed once; what is new is found at once")
    func idle() async throws {
        let writer = TreeTransport.webDAV(WebDAVConnection(address))
        _ = try await writer.create(VaultHeader(vault: vault))
        for device in devices { _ = try await writer.write([OutgoingBatch(device, 1, "one")]) }
        let clock = SteppedInstant()
        let reader = TreeTransport.webDAV(WebDAVConnection(address), now: { clock.now })
        try age()
        #expect(try await reader.batches(after: VersionVector(), limit: 100).batches.count == 3)
        let first = try await listings(reader)
        for _ in 0..<2 {
            clock.advance(by: .seconds(30))
            #expect(try await reader.batches(after: known(1, 1, 1), limit: 100).batches.isEmpty)
        }
        #expect(try await listings(reader) == first.map { $0 + 2 }, "nothing shows yet that the times are right")
        _ = try await writer.write([OutgoingBatch(devices[0], 2, "two")])
        #expect(try await reader.batches(after: known(1, 1, 1), limit: 100).batches.count == 1)
        let second = try await listings(reader)
        // That of the first one may be changed again in the same second.
        for _ in 0..<3 { #expect(try await reader.batches(after: known(2, 1, 1), limit: 100).batches.isEmpty) }
        let third = try await listings(reader)
        #expect(third[0] >= second[0] + 3 && third[1] == second[1] && third[2] == second[2])
        for _ in 0..<5 {
            clock.advance(by: .seconds(30))
            #expect(try await reader.batches(after: known(2, 1, 1), limit: 100).batches.isEmpty)
        }
        #expect(try await listings(reader)[0] == third[0] + 1)
        // Who does not know them gets them.
        #expect(try await reader.batches(after: VersionVector(), limit: 100).batches.count == 4)
        let fourth = try await listings(reader)
        for number in Int64(2)...4 {
            _ = try await writer.write([OutgoingBatch(devices[1], number, "\(number)")])
            let new = try await reader.batches(after: known(2, number - 1, 1), limit: 100).batches
            #expect(new.map(\.id) == [BatchID(devices[1], number)])
        }
        let end = try await listings(reader)
        #expect(end[0] == fourth[0] && end[2] == fourth[2])
        // A new look at the vault is one at all folders.
        #expect(try await reader.header()?.vault == vault)
        #expect(try await reader.batches(after: known(2, 4, 1), limit: 100).batches.isEmpty)
        #expect(try await listings(reader) == end.map { $0 + 1 })
    }
}
