internal import CNettle

/// Bytes as base64 (RFC 4648), by libnettle. Only this direction is needed: a terminal is told, never asked.
public enum Base64 {
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: cnettle_base64_encoded_length(bytes.count)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { cnettle_base64_encode(bytes, bytes.count, $0.baseAddress) }
            return buffer.count
        }
    }
}
