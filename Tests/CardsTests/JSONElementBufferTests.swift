import Testing

@testable import Cards

@Suite("The bytes of one JSON element")
struct JSONElementBufferTests {
    @Test("the parts of an element are joined, and the next element begins empty")
    func parts() throws {
        var buffer = JSONElementBuffer(maximumBytes: 4, skippingLarge: false)
        try buffer.append([1, 2], endingAt: 2)
        try buffer.append([3, 4], endingAt: 4)
        #expect(buffer.end() == [1, 2, 3, 4])
        try buffer.append([5], endingAt: 5)
        #expect(buffer.end() == [5])
        #expect(buffer.skipped == 0)
    }

    @Test("the error about an element that is too large has the offset of the first byte beyond the maximum")
    func tooLarge() throws {
        var buffer = JSONElementBuffer(maximumBytes: 4, skippingLarge: false)
        try buffer.append([1, 2, 3], endingAt: 103)
        #expect(throws: JSONError(kind: .tooLarge, offset: 104)) { try buffer.append([4, 5, 6], endingAt: 106) }
    }

    @Test("an element that is too large is skipped and counted, the next one is kept")
    func skipping() throws {
        var buffer = JSONElementBuffer(maximumBytes: 2, skippingLarge: true)
        try buffer.append([1, 2], endingAt: 2)
        try buffer.append([3], endingAt: 3)
        try buffer.append([4], endingAt: 4)
        #expect(buffer.end() == nil)
        try buffer.append([5, 6], endingAt: 6)
        #expect(buffer.end() == [5, 6])
        #expect(buffer.skipped == 1)
    }
}
