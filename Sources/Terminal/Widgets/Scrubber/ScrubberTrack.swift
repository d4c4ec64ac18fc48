internal import Basics

/// The columns of a slider's knob: maps columns to values and back. Exact at both ends for any width; if there are no
/// more values than columns, each value has its own column.
public struct ScrubberTrack: Hashable, Sendable {
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
