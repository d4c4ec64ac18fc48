import Glibc
import Testing

@testable import CardNetwork

@Suite("Addresses that are not of the internet")
struct AddressRangeTests {
    private func isLocal(_ text: String) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        if text.contains(":") {
            try #require(inet_pton(AF_INET6, text, &bytes) == 1)
            return AddressRange.isLocal(version6: bytes)
        }
        try #require(inet_pton(AF_INET, text, &bytes) == 1)
        return AddressRange.isLocal(version4: Array(bytes.prefix(4)))
    }

    @Test(
        "this machine, private and link-local networks, and what holds one of them",
        arguments: [
            "127.0.0.1", "127.255.0.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1",
            "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1",
            "2001:db8::1",
            "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "100::1", "4000::1",
        ])
    func local(text: String) throws { #expect(try isLocal(text)) }

    @Test(
        "others are of the internet",
        arguments: [
            "1.1.1.1", "8.8.8.8", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1", "169.253.0.1",
            "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8",
            "64:ff9b::808:808", "2002:808:808::", "2001:4860:4860::8888",
        ])
    func global(text: String) throws { #expect(try !isLocal(text)) }

    @Test("an address that is too short, or of another kind, is none of the internet")
    func unknown() {
        var unix = sockaddr_un()
        unix.sun_family = sa_family_t(AF_UNIX)
        #expect(
            withUnsafeBytes(of: &unix) { bytes in
                bytes.baseAddress.map { AddressRange.isLocal($0, count: bytes.count) } == true
            })
        var inet = sockaddr_in()
        inet.sin_family = sa_family_t(AF_INET)
        inet.sin_addr.s_addr = UInt32(0x0808_0808)
        for (count, isLocal) in [(16, false), (8, false), (7, true), (1, true), (0, true)] {
            #expect(
                withUnsafeBytes(of: &inet) { bytes in
                    bytes.baseAddress.map { AddressRange.isLocal($0, count: count) } == isLocal
                })
        }
    }
}
