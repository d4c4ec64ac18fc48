import Basics
import Testing

@Suite("Bytes, durations and ranges")
struct NumberTests {
    @Test("numbers are read in both orders, and never past the end")
    func reading() {
        var reader = ByteReader([1, 2, 3, 4, 5])
        #expect(reader.bigEndian(2) == 0x0102)
        #expect(reader.littleEndian(2) == 0x0403)
        #expect(reader.bigEndian(2) == nil)
        #expect(reader.littleEndian(2) == nil)
        let tooFar = reader.skip(2)
        #expect(!tooFar)
        #expect(reader.byte() == 5)
        #expect(reader.isAtEnd)
        #expect(reader.byte() == nil)
    }

    @Test("the bytes of numbers")
    func writing() {
        #expect(UInt16(0x0102).bigEndianBytes == [1, 2])
        #expect(UInt32(0x0102_0304).littleEndianBytes == [4, 3, 2, 1])
    }

    @Test(
        "durations are rounded up, in a suitable unit",
        arguments: [
            (.zero, "0 seconds"), (.milliseconds(1), "1 second"), (.seconds(1), "1 second"),
            (.seconds(99), "99 seconds"),
            (.seconds(100), "2 minutes"), (.seconds(600), "10 minutes"), (.seconds(601), "11 minutes"),
        ] as [(Duration, String)])
    func durations(duration: Duration, wanted: String) { #expect(duration.text == wanted) }

    @Test("the nearest value of a range")
    func clamping() {
        #expect([-1, 0, 3, 5, 6].map { $0.clamped(to: 0...5) } == [0, 0, 3, 5, 5])
        #expect(1.5.clamped(to: 0...1) == 1)
    }
}
