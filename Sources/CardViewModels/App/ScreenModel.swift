internal import Basics
public import Cards

/// What the program needs to know of the model of any screen over the list.
@MainActor
public protocol ScreenModel: AnyObject {
    /// The card that is shown or edited; nil if the screen is not about one card.
    var shownCard: CardID? { get }
    /// Whether a result is about to change the screen: keys wait for it.
    var isBusy: Bool { get }
    /// Whether a picture or code fills the screen: messages that no key led to wait until it is left.
    var isPicture: Bool { get }
    /// The prompt before going back; nil if nothing would be lost.
    var promptBeforeLeaving: Prompt? { get }

    /// The screen was opened: it is on the path now, and loads what it shows.
    func opened()
    /// The screen is on top now.
    func didAppear()
    /// The screen is no longer on top.
    /// - Parameter isRemoved: whether it has left the path; else another screen covers it.
    func didDisappear(isRemoved: Bool)
    /// The person has gone back from the screen: unsaved changes are discarded.
    func didGoBack()
}

extension ScreenModel {
    public var shownCard: CardID? { nil }
    public var isBusy: Bool { false }
    public var isPicture: Bool { false }
    public var promptBeforeLeaving: Prompt? { nil }
    public func opened() {}
    public func didAppear() {}
    public func didDisappear(isRemoved: Bool) {}
    public func didGoBack() {}
}

/// A model with rows of which one is selected, by its rank.
@MainActor
public protocol RowsModel: AnyObject {
    /// How many rows can be selected.
    var selectableCount: Int { get }
    /// Changed by ``select(rank:)``, so that it is the rank of a row where there are any.
    var selectedRank: Int { get set }

    func select(rank: Int)
    func moveSelection(by count: Int)
    func selectFirst()
    func selectLast()
}

extension RowsModel {
    /// - Parameter rank: the nearest row is selected where there is none of this rank.
    public func select(rank: Int) {
        let target = rank.clamped(to: 0...max(0, selectableCount - 1))
        // An observed property that is set to its own value draws a frame.
        if target != selectedRank { selectedRank = target }
    }

    public func moveSelection(by count: Int) { select(rank: selectedRank + count) }
    public func selectFirst() { select(rank: 0) }
    public func selectLast() { select(rank: .max) }
}
