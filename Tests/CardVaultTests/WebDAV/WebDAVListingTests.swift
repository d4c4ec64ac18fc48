import CardNetwork
import Cards
import Glibc
import TestSupport
import Testing

@testable import CardVault

/// How often folders of devices are listed on a real server.
@Suite(
    "Listing of a WebDAV server", .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
struct WebDAVListingTests {
    private let server: DAVServer
    private let address: BackendURL
    private let vault = VaultID.random()
    private let devices = [DeviceID.random(), DeviceID.random(), DeviceID.random()]

    init() throws {
        server = try DAVServer()
        address = try BackendURL(server.url + "/cards")
    }

    private func known(_ number: Int64) -> VersionVector {
        var known = VersionVector()
        for device in devices { known[device] = number }
        return known
    }

    private func log(_ device: DeviceID) -> String {
        "files/cards/" + VaultLayout.log(vault, of: device).joined(separator: "/")
    }

    /// As if the batches had been written minutes ago.
    private func age() throws {
        let now = time(nil)
        func set(_ path: String, _ seconds: Int) throws {
            let time = timeval(tv_sec: now - seconds, tv_usec: 0)
            try #require(utimes(server.folder.path + "/" + path, [time, time]) == 0)
        }
        for device in devices {
            let folder = log(device)
            for (index, name) in server.folder.names(in: folder).enumerated() {
                try set(folder + "/" + name, 300 - 60 * index)
            }
            try set(folder, 240)
        }
    }

    /// How often each device's folder was listed so far.
    private func listings(_ transport: TreeTransport) async throws -> [Int] {
        // The log is written in order: the last request is this one.
        let before = lines("snapshots").count
        _ = try await transport.snapshots()
        while lines("snapshots").count == before { await Task.yield() }
        return devices.map { device in lines("log/\(device.text)/ ").count }
    }

    private func lines(_ path: String) -> [Substring] {
        server.requests.split(separator: "\n").filter { $0.contains("PROPFIND") && $0.contains(path) }
    }

    @Test("what nobody has changed for some seconds is listed once; what is new is found at once")
    func idle() async throws {
        let writer = TreeTransport.webDAV(WebDAVConnection(address))
        _ = try await writer.create(VaultHeader(vault: vault))
        for device in devices {
            _ = try await writer.write([OutgoingBatch(device, 1, "one"), OutgoingBatch(device, 2, "two")])
        }
        let reader = TreeTransport.webDAV(WebDAVConnection(address))
        // Just written: the same second may bring more.
        for _ in 0..<2 { #expect(try await reader.batches(after: known(0), limit: 100).batches.count == 6) }
        let first = try await listings(reader)
        for _ in 0..<2 { #expect(try await reader.batches(after: known(2), limit: 100).batches.isEmpty) }
        #expect(try await listings(reader) == first.map { $0 + 2 })
        try age()
        for _ in 0..<5 { #expect(try await reader.batches(after: known(2), limit: 100).batches.isEmpty) }
        #expect(try await listings(reader) == first.map { $0 + 3 })
        // Who does not know them gets them.
        #expect(try await reader.batches(after: known(1), limit: 100).batches.count == 3)
        let after = try await listings(reader)
        #expect(after == first.map { $0 + 4 })
        for number in Int64(3)...5 {
            _ = try await writer.write([OutgoingBatch(devices[1], number, "\(number)")])
            let new = try await reader.batches(after: known(number - 1), limit: 100).batches
            #expect(new.map(\.id) == [BatchID(devices[1], number)])
        }
        let end = try await listings(reader)
        #expect(end[0] == after[0] && end[2] == after[2])
    }
}
