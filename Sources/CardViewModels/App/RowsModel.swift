import Basics

/// A model with rows of which one is selected, by its rank.
@MainActor
public protocol RowsModel: AnyObject {
    /// How many rows can be selected.
    var selectableCount: Int { get }
    /// Changed by ``select(rank:)``, so that it is the rank of a row where there are any.
    var selectedRank: Int { get set }
}

extension RowsModel {
    /// - Parameter rank: the nearest row is selected where there is none of this rank.
    public func select(rank: Int) {
        let target = rank.clamped(to: 0...max(0, selectableCount - 1))
        // An observed property that is set to its own value draws a frame.
        if target != selectedRank { selectedRank = target }
    }

    public func moveSelection(by count: Int) { select(rank: selectedRank + count) }
}
