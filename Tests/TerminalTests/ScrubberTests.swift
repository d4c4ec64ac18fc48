import Terminal
import TestSupport
import Testing

@Suite("Scrubber")
struct ScrubberTests {
    private let places = view(Scrubber(1...340, value: 3)).places(in: row(78))

    private static func row(_ columns: Int) -> Rect { Rect(column: 1, row: 0, columns: columns, rows: 1) }

    private static func view(_ scrubber: Scrubber) -> ScrubberView {
        ScrubberView(
            scrubber, label: TailedText("Cedar Library", tail: SafeText(" · \(scrubber.value) of 340")), lowest: "A",
            highest: "Z",
            passing: TailedText("Juniper Rail", tail: SafeText(" · \(scrubber.value)")))
    }

    private func point(_ column: Int) -> Point { Point(column: column, row: 0) }

    private func text(_ scrubber: Scrubber, columns: Int = 78) -> String {
        var canvas = Canvas(size: Size(columns: columns + 2, rows: 1))
        Self.view(scrubber).draw(on: &canvas, in: Self.row(columns), theme: .terminal, isFocused: true)
        return canvas.text(ofRow: 0)
    }

    private func press(
        _ key: Key, at time: Duration, on scrubber: inout Scrubber, comesTo expected: Scrubber.KeyOutcome = .moved,
        location: SourceLocation = #_sourceLocation
    ) {
        let outcome = scrubber.handle(key, now: time)
        #expect(outcome == expected, sourceLocation: location)
    }

    private func press(
        _ place: Point, on scrubber: inout Scrubber, isTaken: Bool, location: SourceLocation = #_sourceLocation
    ) {
        let wasTaken = scrubber.press(at: place, in: places)
        #expect(wasTaken == isTaken, sourceLocation: location)
    }

    private func advance(
        _ scrubber: inout Scrubber, to time: Duration, changes: Bool, location: SourceLocation = #_sourceLocation
    ) {
        let hasChanged = scrubber.advance(to: time)
        #expect(hasChanged == changes, sourceLocation: location)
    }

    // MARK: - Phases

    @Test("a press opens the slider at that position, and no timer runs until the release")
    func press() {
        var scrubber = Scrubber(1...340, value: 3)
        press(point(3), on: &scrubber, isTaken: true)
        #expect(scrubber.phase == .tracking && scrubber.value == 1)
        scrubber.drag(to: places.track.columns.upperBound - 1, in: places)
        #expect(scrubber.value == 340)
        #expect(scrubber.nextDeadline == nil)
        advance(&scrubber, to: .seconds(3600), changes: false)
        #expect(scrubber.phase == .tracking)
    }

    @Test("after the release it stays for 0.7 s, fades for 0.3 s, and is a label again")
    func release() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.press(at: point(3), in: places)
        scrubber.release(now: .seconds(10))
        #expect(scrubber.nextDeadline == .milliseconds(10_700))
        advance(&scrubber, to: .milliseconds(10_699), changes: false)
        #expect(scrubber.phase == .tracking)
        advance(&scrubber, to: .milliseconds(10_700), changes: true)
        #expect(scrubber.phase == .leaving(step: 1))
        #expect(scrubber.nextDeadline == .milliseconds(10_850))
        scrubber.advance(to: .milliseconds(10_850))
        #expect(scrubber.phase == .leaving(step: 2))
        scrubber.advance(to: .milliseconds(10_999))
        #expect(scrubber.phase == .leaving(step: 2))
        scrubber.advance(to: .milliseconds(11_000))
        #expect(scrubber.phase == .label)
        #expect(scrubber.nextDeadline == nil)
        #expect(scrubber.value == 1)
    }

    @Test("with reduced motion the label returns at once after that time")
    func reducedMotion() {
        var scrubber = Scrubber(1...340, value: 3, isMotionReduced: true)
        scrubber.press(at: point(3), in: places)
        scrubber.release(now: .zero)
        scrubber.advance(to: .milliseconds(700))
        #expect(scrubber.phase == .label)
        scrubber.focus(now: .zero)
        #expect(scrubber.nextDeadline == .milliseconds(1200))
        scrubber.advance(to: .milliseconds(1200))
        #expect(scrubber.phase == .label)
    }

    @Test("a late update goes through all phases that are due")
    func late() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.press(at: point(3), in: places)
        scrubber.release(now: .zero)
        advance(&scrubber, to: .seconds(60), changes: true)
        #expect(scrubber.phase == .label)
    }

    @Test("a lost release ends it after 1.2 s")
    func lostPointer() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.press(at: point(20), in: places)
        scrubber.losePointer(now: .seconds(1))
        #expect(scrubber.nextDeadline == .milliseconds(2200))
        scrubber.drag(to: 40, in: places)
        let value = scrubber.value
        scrubber.release(now: .seconds(2))
        #expect(scrubber.value == value)
        scrubber.advance(to: .milliseconds(2200))
        #expect(scrubber.phase == .leaving(step: 1))
        scrubber.advance(to: .milliseconds(2500))
        #expect(scrubber.phase == .label)
    }

    @Test("a release without a press does nothing")
    func releaseAlone() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.release(now: .zero)
        scrubber.losePointer(now: .zero)
        scrubber.drag(to: 50, in: places)
        #expect(scrubber == Scrubber(1...340, value: 3))
    }

    @Test("a press beside, above or below the label does not open it")
    func pressedOutside() {
        var scrubber = Scrubber(1...340, value: 3)
        for place in [point(0), point(places.label.right), Point(column: 5, row: 1), Point(column: 5, row: -1)] {
            press(place, on: &scrubber, isTaken: false)
        }
        #expect(scrubber == Scrubber(1...340, value: 3))
        // The slider is longer than the label.
        scrubber.press(at: point(5), in: places)
        scrubber.release(now: .zero)
        press(point(places.label.right), on: &scrubber, isTaken: true)
    }

    @Test("a drag past an end gives the end's value")
    func pastTheEnds() {
        var scrubber = Scrubber(1...340, value: 100)
        scrubber.press(at: point(20), in: places)
        for (column, value) in [(-500, 1), (500, 340), (.min / 2, 1), (.max / 2, 340)] {
            scrubber.drag(to: column, in: places)
            #expect(scrubber.value == value)
        }
    }

    @Test("a range with one value can be pressed and changes nothing")
    func singleValue() {
        var scrubber = Scrubber(7...7, value: 99)
        #expect(scrubber.value == 7)
        scrubber.press(at: point(20), in: places)
        scrubber.drag(to: 60, in: places)
        scrubber.release(now: .zero)
        for key in [Key(.left), Key(.right), Key(.pageUp), Key(.pageDown), Key(.end), Key("9")] {
            press(key, at: .zero, on: &scrubber, comesTo: .moved)
            #expect(scrubber.value == 7)
        }
        #expect(text(scrubber).contains("●"))
    }

    @Test(
        "a press during the fade continues the slider; Escape still restores the value before the first press")
    func twoPresses() {
        var scrubber = Scrubber(1...340, value: 100)
        scrubber.press(at: point(3), in: places)
        scrubber.release(now: .zero)
        scrubber.press(at: point(20), in: places)
        #expect(scrubber.nextDeadline == nil)
        scrubber.release(now: .seconds(1))
        scrubber.advance(to: .milliseconds(1800))
        #expect(scrubber.phase == .leaving(step: 1))
        scrubber.press(at: point(30), in: places)
        #expect(scrubber.phase == .tracking)
        // Without a release between them.
        scrubber.press(at: point(10), in: places)
        press(.escape, at: .seconds(2), on: &scrubber, comesTo: .restored)
        #expect(scrubber.value == 100 && scrubber.phase == .label)
    }

    @Test("after resizing during a drag the value stays, and the drag continues on the new track")
    func resized() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.press(at: point(20), in: places)
        let value = scrubber.value
        let narrow = Self.view(scrubber).places(in: Self.row(20))
        #expect(scrubber.value == value)
        scrubber.drag(to: narrow.track.columns.upperBound - 1, in: narrow)
        #expect(scrubber.value == 340)
        let nothing = Self.view(scrubber).places(in: .zero)
        scrubber.drag(to: 0, in: nothing)
        #expect(scrubber.value == 1)
    }

    @Test("a range that shrinks during a drag limits the value and the former one")
    func shrinking() {
        var scrubber = Scrubber(1...340, value: 300)
        scrubber.press(at: point(places.track.columns.upperBound - 1), in: places)
        press(point(70), on: &scrubber, isTaken: false)
        scrubber.focus(now: .zero)
        press(Key(.end), at: .zero, on: &scrubber)
        scrubber.update(1...50, value: 7)
        #expect(scrubber.value == 50)
        press(.escape, at: .zero, on: &scrubber, comesTo: .restored)
        #expect(scrubber.value == 50)
        scrubber.update(1...60, value: 7)
        #expect(scrubber.value == 7)
    }

    // MARK: - Keys

    @Test("the label handles no keys, the slider only its own")
    func foreignKeys() {
        var scrubber = Scrubber(1...340, value: 3)
        for key in [Key(.right), .enter, .escape, Key("5")] { press(key, at: .zero, on: &scrubber, comesTo: .ignored) }
        scrubber.focus(now: .zero)
        for key in [Key("q"), .control("d"), Key(.right, .control), .tab, Key("٣")] {
            press(key, at: .seconds(1), on: &scrubber, comesTo: .ignored)
        }
        #expect(scrubber.value == 3)
    }

    @Test(
        "keys move by a step, a tenth, to the ends and to tenths",
        arguments: [
            (Key(.right), 101), (Key(.left), 99), (Key(.down), 101), (Key(.up), 99), (Key(.pageDown), 200),
            (Key(.pageUp), 0), (Key(.home), 0), (Key(.end), 1000), (Key("0"), 0), (Key("5"), 500), (Key("9"), 900),
        ])
    func keys(key: Key, value: Int) {
        var scrubber = Scrubber(0...1000, value: 100)
        scrubber.focus(now: .zero)
        #expect(scrubber.value == 100)
        press(key, at: .zero, on: &scrubber, comesTo: .moved)
        #expect(scrubber.value == value)
    }

    @Test("an upward slider grows with Up and PgUp")
    func upward() {
        var scrubber = Scrubber(0...100, value: 50, direction: .growsUpward)
        scrubber.focus(now: .zero)
        press(Key(.up), at: .zero, on: &scrubber)
        #expect(scrubber.value == 51)
        press(Key(.pageDown), at: .zero, on: &scrubber)
        #expect(scrubber.value == 41)
    }

    @Test("steps start at the minimum; the maximum is reachable even if it is no step")
    func steps() {
        var scrubber = Scrubber(10...33, value: 10, step: 5)
        scrubber.focus(now: .zero)
        var values: [Int] = []
        for _ in 0..<6 {
            press(Key(.right), at: .zero, on: &scrubber)
            values.append(scrubber.value)
        }
        press(Key(.left), at: .zero, on: &scrubber)
        #expect(values == [15, 20, 25, 30, 33, 33])
        #expect(scrubber.value == 30)
        scrubber.press(at: point(20), in: places)
        #expect((scrubber.value - 10) % 5 == 0)
    }

    @Test("1.2 s after the last key the label returns; each key restarts the time")
    func keyTimes() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.focus(now: .zero)
        scrubber.advance(to: .milliseconds(900))
        #expect(scrubber.phase == .leaving(step: 1))
        press(Key(.right), at: .seconds(1), on: &scrubber)
        #expect(scrubber.phase == .tracking)
        scrubber.advance(to: .milliseconds(2199))
        #expect(scrubber.phase != .label)
        scrubber.advance(to: .milliseconds(2200))
        #expect(scrubber.phase == .label && scrubber.value == 4)
    }

    @Test("Enter keeps the value, Escape restores the former one, both at once")
    func ending() {
        var scrubber = Scrubber(1...340, value: 3)
        scrubber.focus(now: .zero)
        press(Key("5"), at: .zero, on: &scrubber)
        press(.enter, at: .zero, on: &scrubber, comesTo: .kept)
        #expect(scrubber.phase == .label && scrubber.value == 171 && scrubber.nextDeadline == nil)
        scrubber.focus(now: .zero)
        press(Key(.end), at: .zero, on: &scrubber)
        press(.escape, at: .zero, on: &scrubber, comesTo: .restored)
        #expect(scrubber.value == 171)
    }

    @Test("a key during a drag moves the value and starts no timer; Escape ends the drag")
    func keyWhileDragging() {
        var scrubber = Scrubber(1...340, value: 100)
        scrubber.press(at: point(3), in: places)
        press(Key(.right), at: .zero, on: &scrubber, comesTo: .moved)
        #expect(scrubber.value == 2 && scrubber.nextDeadline == nil && scrubber.isPressed)
        press(.escape, at: .zero, on: &scrubber, comesTo: .restored)
        scrubber.drag(to: 40, in: places)
        scrubber.release(now: .zero)
        #expect(scrubber.value == 100 && scrubber.phase == .label && scrubber.nextDeadline == nil)
    }

    // MARK: - Drawing

    @Test("columns and values correspond at both ends and between, for any width and range")
    func mapping() {
        var generator = SeededGenerator(usual: 5)
        for _ in 0..<3000 {
            let start = Int.random(in: -5...5, using: &generator)
            let track = ScrubberTrack(columns: start..<start + Int.random(in: 1...300, using: &generator))
            let least = Int.random(in: -9...9, using: &generator)
            let range =
                least...least + Int.random(in: 0...([3, 200, 1_000_000].randomElement() ?? 3), using: &generator)
            let last = track.columns.upperBound - 1
            #expect(track.value(at: start, in: range) == range.lowerBound)
            #expect(track.column(of: range.lowerBound, in: range) == start)
            if last > start, range.count > 1 {
                #expect(track.value(at: last, in: range) == range.upperBound)
                #expect(track.column(of: range.upperBound, in: range) == last)
            }
            let value = Int.random(in: range, using: &generator)
            let column = track.column(of: value, in: range)
            #expect(track.columns.contains(column))
            if range.count <= track.columns.count { #expect(track.value(at: column, in: range) == value) }
            let other = Int.random(in: track.columns, using: &generator)
            if range.count >= track.columns.count {
                #expect(track.column(of: track.value(at: other, in: range), in: range) == other)
            }
        }
    }

    @Test("label, slider and fading slider take the same cells")
    func drawing() {
        var scrubber = Scrubber(1...340, value: 3)
        #expect(text(scrubber).hasPrefix(" Cedar Library · 3 of 340  "))
        scrubber.press(at: point(15), in: places)
        let slider = text(scrubber)
        #expect(slider.hasPrefix(" A ━━━━━━━━━━━━●───"))
        #expect(slider.contains("── Z   Juniper Rail · "))
        scrubber.release(now: .zero)
        scrubber.advance(to: .milliseconds(850))
        #expect(text(scrubber).hasPrefix(" A ────────────────"))
    }

    @Test("at any width it stays in its cells, with the knob and the cursor visible", arguments: 0...130)
    func widths(columns: Int) {
        var scrubber = Scrubber(0...1_000_000, value: 0)
        for key in ["0", "4", "9"] as [Character] {
            scrubber.focus(now: .zero)
            press(Key(key), at: .zero, on: &scrubber)
            var canvas = Canvas(size: Size(columns: columns + 2, rows: 1))
            let view = Self.view(scrubber)
            view.draw(on: &canvas, in: Self.row(columns), theme: .terminal, isFocused: true)
            let row = canvas.text(ofRow: 0)
            #expect(row.hasPrefix(" ") && row.hasSuffix(" "))
            guard columns > 0 else { continue }
            let cursor = canvas.cursor ?? .zero
            #expect(canvas[cursor.column, 0].text == "●")
            #expect(view.places(in: Self.row(columns)).track.columns.contains(cursor.column))
            canvas.reduceToASCII()
            #expect(!canvas.text(ofRow: 0).contains("?"))
        }
    }

    @Test("the slider does not move while the text beside it changes")
    func steady() {
        let scrubber = Scrubber(1...340, value: 3)
        let words = ["x", "a very long name that no row has room for"].map {
            ScrubberView(
                scrubber, label: TailedText("label"), lowest: "A", highest: "Z", passing: TailedText(SafeText($0))
            )
            .places(in: Self.row(60))
        }
        #expect(words[0] == words[1])
    }

    @Test("on the smallest screen the slider names what it passes, and its rank")
    func narrow() {
        let view = ScrubberView(
            Scrubber(1...340, value: 3), label: TailedText("label"), lowest: "A", highest: "Z",
            passing: TailedText("Juniper Rail", tail: " · 131"))
        let places = view.places(in: Self.row(18))
        #expect(places.passing.columns >= 9)
        #expect(places.track.columns.count >= 8)
        #expect(places.passing.left > places.track.columns.upperBound)
        #expect(places.passing.right <= Self.row(18).right)
    }

    @Test("the time comes from the injected clock")
    func stopwatch() async throws {
        let clock = TestClock()
        clock.advance(by: .seconds(5))
        let any: any Clock<Duration> = clock
        let stopwatch = Stopwatch(any)
        #expect(stopwatch.now == .zero)
        clock.advance(by: .milliseconds(700))
        #expect(stopwatch.now == .milliseconds(700))
        async let slept: Void = stopwatch.wait(until: .seconds(1))
        await clock.waitForSleeper { $0 == .milliseconds(300) }
        clock.advance(by: .milliseconds(300))
        try await slept
    }
}
