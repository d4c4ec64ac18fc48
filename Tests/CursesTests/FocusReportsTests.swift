import Testing

@testable import Curses

@Suite("Reports of the focus")
struct FocusReportsTests {
    @Test("the first report is no return if it says that the terminal has the focus")
    func first() {
        var eager = FocusReports()
        #expect(
            [true, false, true, false, true].map { eager.isReturn(isGained: $0) } == [false, false, true, false, true])
        var quiet = FocusReports()
        #expect([false, true].map { quiet.isReturn(isGained: $0) } == [false, true])
    }
}
