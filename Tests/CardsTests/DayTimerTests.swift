import TestSupport
import Testing

@testable import Cards

@Suite("The timer to the next day")
struct DayTimerTests {
    @Test("the timer tells when its moment of the wall clock has come, and is set anew", .timeLimit(.minutes(5)))
    func moments() async {
        let clock = CardClock.system
        // A moment that has passed is told at once.
        var moments = DayTimer.moments { clock.now().milliseconds / 1000 }.makeAsyncIterator()
        for _ in 0..<3 { #expect(await moments.next() != nil) }
        let next = clock.now().milliseconds / 1000 + 1
        var later = DayTimer.moments { next }.makeAsyncIterator()
        #expect(await later.next() != nil)
        #expect(clock.now().milliseconds >= next * 1000)
    }

    @Test("the next day begins at most 25 hours from now, and is another day", arguments: [0, 1, 12, 23])
    func midnight(hour: Int64) {
        let now = Timestamp(milliseconds: 1_795_132_800_000 + hour * 3_600_000)
        let next = CardClock.nextMidnight(after: now)
        let clock = CardClock { (next, 0) }
        #expect(next > now.milliseconds / 1000 && next <= now.milliseconds / 1000 + 25 * 3600)
        #expect(clock.day(Timestamp(milliseconds: next * 1000)) == clock.day(now).adding(days: 1))
        #expect(clock.day(Timestamp(milliseconds: next * 1000 - 1000)) == clock.day(now))
    }
}
