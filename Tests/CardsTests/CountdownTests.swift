import Cards
import Testing

@Suite("The time until the next try")
struct CountdownTests {
    private func countdown(_ milliseconds: Int64) -> Countdown {
        Countdown(from: Timestamp(milliseconds: 1_000_000), to: Timestamp(milliseconds: 1_000_000 + milliseconds))
    }

    @Test(
        "it is said in steps that become finer",
        arguments: [
            (0, "now"), (-5, "now"), (1, "in 5 s"), (5000, "in 5 s"), (5001, "in 10 s"), (10_000, "in 10 s"),
            (10_001, "in 20 s"), (20_000, "in 20 s"), (90_000, "in 90 s"), (90_001, "in 2 min"), (120_000, "in 2 min"),
            (240_000, "in 4 min"), (3_600_000, "in 60 min"),
        ])
    func text(milliseconds: Int64, text: String) { #expect(countdown(milliseconds).text == text) }

    @Test("who wakes up when the words change sees each of them once, and wakes up for nothing else")
    func steps() {
        var (left, seen): (Int64, [String]) = (200_000, [])
        while true {
            seen.append(countdown(left).text)
            guard let pause = countdown(left).untilChange else { break }
            #expect(pause > .zero)
            left -= Int64(pause.components.seconds) * 1000 + pause.components.attoseconds / 1_000_000_000_000_000
        }
        #expect(
            seen == [
                "in 4 min", "in 3 min", "in 2 min", "in 90 s", "in 80 s", "in 70 s", "in 60 s", "in 50 s", "in 40 s",
                "in 30 s", "in 20 s", "in 10 s", "in 5 s", "now",
            ])
    }
}
