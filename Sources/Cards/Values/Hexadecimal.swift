/// Bytes as two hexadecimal digits each.
enum Hexadecimal {
    static func text(of byte: UInt8, uppercase: Bool = false) -> String {
        let digits = String(byte, radix: 16, uppercase: uppercase)
        return byte < 16 ? "0" + digits : digits
    }

    static func text(of bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { $0 += text(of: $1) }
    }
}
