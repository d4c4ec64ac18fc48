public import Cards

/// What the program has to know of the model of any screen over the list.
@MainActor
public protocol ScreenModel: AnyObject {
    /// The card that is shown or edited; nil for a screen that is not about one card.
    var shownCard: CardID? { get }
    /// Something that was asked for is on its way to the screen: keys wait for it.
    var isBusy: Bool { get }
    /// What is asked before the person goes back; nil where nothing would be lost.
    var promptBeforeLeaving: Prompt? { get }

    /// The screen is on top now.
    func didAppear()
    /// The screen is no longer on top.
    /// - Parameter isRemoved: whether it has left the path; else another screen covers it.
    func didDisappear(isRemoved: Bool)
    /// The person has gone back from the screen: what was not saved is thrown away.
    func didGoBack()
}

extension ScreenModel {
    public var shownCard: CardID? { nil }
    public var isBusy: Bool { false }
    public var promptBeforeLeaving: Prompt? { nil }
    public func didAppear() {}
    public func didDisappear(isRemoved: Bool) {}
    public func didGoBack() {}
}
