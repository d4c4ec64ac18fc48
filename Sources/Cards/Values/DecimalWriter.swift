/// Writes numbers of a fixed width into a preallocated buffer: an import writes two timestamps per card.
struct DecimalWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ mark: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: mark)
        count += 1
    }

    mutating func write(_ text: String) {
        for byte in text.utf8 {
            buffer[count] = byte
            count += 1
        }
    }

    /// Writes the mark, then the number's last digits, padded with zeros.
    mutating func write(_ mark: Unicode.Scalar, _ number: Int, width: Int) {
        write(mark)
        write(number, width: width)
    }

    mutating func write(_ number: Int, width: Int) {
        var rest = number
        for index in (count..<count + width).reversed() {
            buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }
}
