internal import Glibc

/// Addresses of this machine and of private networks: a server of the internet has none of them.
enum AddressRange {
    /// Whether a socket may not connect to this address because it is not one of the internet; true also for an unknown kind.
    static func isLocal(_ address: UnsafeRawPointer, count: Int) -> Bool {
        guard count >= MemoryLayout<sa_family_t>.size else { return true }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        // Behind family and port; in version 6 also behind the flow.
        case AF_INET where count >= 8: return isLocal(version4: bytes(address, from: 4, count: 4))
        case AF_INET6 where count >= 24: return isLocal(version6: bytes(address, from: 8, count: 16))
        default: return true
        }
    }

    private static func bytes(_ address: UnsafeRawPointer, from start: Int, count: Int) -> [UInt8] {
        (start..<start + count).map { address.load(fromByteOffset: $0, as: UInt8.self) }
    }

    /// The special-purpose registry of IANA (RFC 6890).
    static func isLocal(version4 bytes: [UInt8]) -> Bool {
        guard bytes.count == 4 else { return true }
        return switch (bytes[0], bytes[1], bytes[2]) {
        // This network, private, loopback; multicast and reserved.
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): true
        // Shared by carriers, link-local, private.
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): true
        // Protocols, documentation, tests of networks.
        case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): true
        default: false
        }
    }

    static func isLocal(version6 bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return true }
        let (first, second) = (bytes[0], bytes[1])
        // Those that hold one of version 4 lead where that leads: mapped, translated (RFC 6052), 6to4.
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
            return isLocal(version4: Array(bytes[12...]))
        }
        if first == 0x20, second == 0x02 { return isLocal(version4: Array(bytes[2..<6])) }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isLocal(version4: Array(bytes[12...]))
        }
        // Only these are given out for the internet (2000::/3); of them not the tunnels, tests and examples of 2001:0::/23 and 2001:db8::/32.
        guard first & 0xE0 == 0x20 else { return true }
        if first == 0x20, second == 0x01 { return bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8) }
        return false
    }
}
