/// Computes frames for children along an axis. It holds no children and draws nothing.
///
/// A hidden child (nil) gets no space and no gap. Fixed lengths are served first, in order; the remaining cells go to
/// the flexible ones by weight; a remainder goes to the first of them.
public struct StackLayout: Equatable, Sendable {
    public enum Axis: Hashable, Sendable { case horizontal, vertical }

    public enum Length: Equatable, Sendable {
        case fixed(Int)
        /// At least this long, more by weight when there is space.
        case flexible(minimum: Int = 0, weight: Int = 1)

        var minimum: Int {
            switch self {
            case .fixed(let length), .flexible(let length, _): max(0, length)
            }
        }

        var weight: Int { if case .flexible(_, let weight) = self { max(0, weight) } else { 0 } }
    }

    public var axis: Axis
    public var spacing: Int

    public init(_ axis: Axis, spacing: Int = 0) { (self.axis, self.spacing) = (axis, spacing) }

    /// A frame for each child; empty for hidden ones and for those that do not fit.
    public func frames(of children: [Length?], in area: Rect) -> [Rect] {
        let total = axis == .horizontal ? area.columns : area.rows
        let shown = children.compactMap { $0 }
        let gaps = spacing * max(0, shown.count - 1)
        var spare = max(0, total - gaps - shown.reduce(0) { $0 + $1.minimum })
        var weights = shown.reduce(0) { $0 + $1.weight }
        var position = 0
        var isFirst = true
        return children.map { child in
            guard let child else { return frame(at: position, length: 0, in: area) }
            if !isFirst { position += spacing }
            isFirst = false
            var length = child.minimum
            if child.weight > 0, weights > 0 {
                let share = (spare * child.weight + weights - 1) / weights
                length += share
                spare -= share
                weights -= child.weight
            }
            let frame = frame(at: position, length: min(length, max(0, total - position)), in: area)
            position += length
            return frame
        }
    }

    private func frame(at position: Int, length: Int, in area: Rect) -> Rect {
        switch axis {
        case .horizontal: Rect(column: area.left + position, row: area.top, columns: length, rows: area.rows)
        case .vertical: Rect(column: area.left, row: area.top + position, columns: area.columns, rows: length)
        }
    }
}
