internal import Basics

/// Draws a ``Scrubber`` in one row: its label, or in the same cells a slider with labels at its ends, and behind it the
/// current item.
///
///     A ━━━━┻━━━━┻━━●──┴───┴───────┴──────────── Z   Juniper Rail · 131
///
/// Ticks are where another letter begins. The slider's parts do not move with the value: the current item has a fixed width.
public struct ScrubberView: Sendable {
    public var scrubber: Scrubber
    /// Shown while the scrubber is not used.
    public var label: TailedText
    /// The labels of the least and the greatest value: the first letters, the smallest and the largest size.
    public var lowest: SafeText
    public var highest: SafeText
    /// What the current value stands for; shown while the slider is.
    public var passing: TailedText
    /// The columns of the ticks.
    public var ticks: [Int] = []

    /// A longer track is no easier to hit.
    private static let longestTrack = 64
    /// The maximum width of an end's label, and of the current item.
    private static let widestEnd = 6
    private static let widestPassing = 32
    /// If the track would be shorter, it gets the whole row.
    private static let shortestTrack = 8
    private static let closestTicks = 4

    public init(
        _ scrubber: Scrubber, label: TailedText, lowest: SafeText, highest: SafeText, passing: TailedText
    ) {
        self.scrubber = scrubber
        self.label = label
        self.passing = passing
        self.lowest = lowest.truncated(to: Self.widestEnd)
        self.highest = highest.truncated(to: Self.widestEnd)
    }

    /// The frames of the parts in a row, for the mouse. The slider may use the whole row.
    public func places(in row: Rect) -> ScrubberFrames {
        let row = Rect(column: row.left, row: row.top, columns: row.columns, rows: min(1, row.rows))
        let ends = lowest.width + highest.width + (lowest.isEmpty ? 0 : 1) + (highest.isEmpty ? 0 : 1)
        // Three eighths of the row are for the current item, on the smallest screens half.
        let isNarrow = row.columns < 30
        let passingColumns =
            isNarrow
            ? (passing.width > 0 && row.columns >= 2 * Self.shortestTrack ? row.columns / 2 : 0)
            : min(Self.widestPassing, row.columns * 3 / 8)
        let gap = isNarrow ? 1 : 3
        let behind = passingColumns == 0 ? 0 : passingColumns + gap
        let hasEnds = row.columns - ends - behind >= Self.shortestTrack
        let length = min(Self.longestTrack, row.columns - behind - (hasEnds ? ends : 0))
        let start = row.left + (hasEnds && !lowest.isEmpty ? lowest.width + 1 : 0)
        let slider = row.inset(right: row.columns - length - (hasEnds ? ends : 0))
        return ScrubberFrames(
            label: row.inset(right: row.columns - min(label.width, row.columns)), slider: slider,
            track: ScrubberTrack(columns: start..<start + max(0, length)),
            passing: Rect(column: slider.right + gap, row: row.top, columns: passingColumns, rows: row.rows))
    }

    /// Puts a tick where another letter begins than at the column before; of ticks that are too close together, the first one.
    /// - Parameter letter: of a value; nil for none.
    @MainActor
    public mutating func putTicks(in row: Rect, letter: (Int) -> Character?) {
        let track = places(in: row).track
        var (before, ticks): (Character?, [Int]) = (nil, [])
        for column in track.columns {
            let letter = letter(track.value(at: column, in: scrubber.range))
            let isFar = column - (ticks.last ?? track.columns.lowerBound) >= Self.closestTicks
            if letter != before, column > track.columns.lowerBound, isFar { ticks.append(column) }
            before = letter
        }
        self.ticks = ticks
    }

    /// Draws it. With the focus the hardware cursor is on the knob, or at the beginning of the label.
    public func draw(on canvas: inout Canvas, in row: Rect, theme: Theme, isFocused: Bool) {
        let places = places(in: row)
        if scrubber.phase == .label {
            Label(label.truncated(to: places.label.columns), style: theme[.faint]).draw(on: &canvas, in: places.label)
        } else {
            drawSlider(on: &canvas, in: places, theme: theme)
        }
        if isFocused {
            let column = scrubber.phase == .tracking ? knob(places) : places.label.left
            canvas.placeCursor(at: Point(column: column, row: row.top))
        }
    }

    private func knob(_ places: ScrubberFrames) -> Int {
        places.track.column(of: scrubber.value, in: scrubber.range)
    }

    /// While it fades, first everything but the knob gets fainter, then the knob disappears.
    private func drawSlider(on canvas: inout Canvas, in places: ScrubberFrames, theme: Theme) {
        let (slider, track, knob) = (places.slider, places.track.columns, knob(places))
        guard !slider.isEmpty, !track.isEmpty else { return }
        if track.lowerBound > slider.left { canvas.write(lowest, at: slider.origin, style: theme[.faint]) }
        if track.upperBound < slider.right {
            let end = Point(column: slider.right - highest.width, row: slider.top)
            canvas.write(highest, at: end, style: theme[.faint])
        }
        let isLeaving = scrubber.phase != .tracking
        let line = Rect(column: track.lowerBound, row: slider.top, columns: track.count, rows: 1)
        canvas.fill(line, with: "─", style: theme[.rule])
        for column in ticks { canvas.write("┴", at: Point(column: column, row: slider.top), style: theme[.rule]) }
        if scrubber.phase != .leaving(step: Scrubber.fadeSteps) {
            let before = line.inset(right: track.upperBound - knob)
            canvas.fill(before, with: "━", style: theme[isLeaving ? .rule : .accent])
            for column in ticks where column < knob {
                canvas.write("┻", at: Point(column: column, row: slider.top), style: theme[isLeaving ? .rule : .accent])
            }
            canvas.write("●", at: Point(column: knob, row: slider.top), style: theme[.accent])
        }
        Label(passing.truncated(to: places.passing.columns), style: theme[isLeaving ? .faint : .text]).draw(
            on: &canvas, in: places.passing)
    }
}

/// The frames of the parts of a scrubber in its row.
public struct ScrubberFrames: Equatable, Sendable {
    public let label: Rect
    /// The labels of both ends and the track between them.
    public let slider: Rect
    public let track: ScrubberTrack
    public let passing: Rect

    /// The frame that reacts to the mouse.
    func frame(_ phase: Scrubber.Phase) -> Rect { phase == .label ? label : slider }
}

/// The columns of a slider's knob: maps columns to values and back. Exact at both ends for any width; if there are no
/// more values than columns, each value has its own column.
public struct ScrubberTrack: Equatable, Sendable {
    public let columns: Range<Int>

    public init(columns: Range<Int>) { self.columns = columns }

    /// The value at a column, on a step; left and right of the track the end's.
    public func value(at column: Int, in range: ClosedRange<Int>, step: Int = 1) -> Int {
        guard columns.count > 1 else { return column > columns.lowerBound ? range.upperBound : range.lowerBound }
        let column = column.clamped(to: columns.lowerBound...columns.upperBound - 1)
        return range.value(at: column - columns.lowerBound, of: columns.count - 1, step: step)
    }

    /// The column of a value; the first column when there is only one value.
    public func column(of value: Int, in range: ClosedRange<Int>) -> Int {
        guard range.span > 0, columns.count > 1 else { return columns.lowerBound }
        let offset = value.clamped(to: range) - range.lowerBound
        return columns.lowerBound + (offset * (columns.count - 1) + range.span / 2) / range.span
    }
}

extension ClosedRange<Int> {
    /// The difference between both bounds.
    var span: Int { upperBound - lowerBound }

    /// The step nearest to the fraction `part` of `parts`; both ends are exact.
    func value(at part: Int, of parts: Int, step: Int) -> Int {
        guard part < parts else { return upperBound }
        let offset = (2 * part * span + parts) / (2 * parts)
        return Swift.min(lowerBound + (2 * offset + step) / (2 * step) * step, upperBound)
    }
}
