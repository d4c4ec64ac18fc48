internal import Basics

/// The columns along which a slider's knob goes: which value stands at which column, and the reverse. Exact at both ends for
/// any width; where there are no more values than columns, each value has a column of its own.
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
    /// From the least to the greatest.
    var span: Int { upperBound - lowerBound }

    /// The value on a step that is nearest to so many parts of the whole; both ends are themselves.
    func value(at part: Int, of parts: Int, step: Int) -> Int {
        guard part < parts else { return upperBound }
        let offset = (2 * part * span + parts) / (2 * parts)
        return Swift.min(lowerBound + (2 * offset + step) / (2 * step) * step, upperBound)
    }
}
