internal import CNettle

/// Encodes bytes as base64 (RFC 4648), by libnettle. It does not decode: terminals are never asked for base64.
public enum Base64 {
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: cnettle_base64_encoded_length(bytes.count)) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { cnettle_base64_encode(bytes, bytes.count, $0.baseAddress) }
            return buffer.count
        }
    }
}
