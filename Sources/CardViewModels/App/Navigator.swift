public import Basics

/// The path of screens over the list, by their models; only this type changes it.
///
/// It tells a model when its screen is opened, comes to the top and leaves the top. It creates no models.
@MainActor
public final class Navigator {
    /// The last screen is on top; empty if the list is on top.
    @Observed public private(set) var path: [any ScreenModel] = []
    private var followers: [() -> Void] = []

    /// The path at one moment, compared after an await: a result for another screen is dropped.
    struct Position: Equatable {
        fileprivate let path: [ObjectIdentifier]
    }

    public var top: (any ScreenModel)? { path.last }
    var position: Position { Position(path: path.map(ObjectIdentifier.init)) }

    /// The open form, on top or under screens that were opened from it.
    var form: CardFormModel? {
        path.lazy.compactMap { $0 as? CardFormModel }.first
    }

    func isOnTop(_ model: any ScreenModel) -> Bool { top === model }
    public func contains(_ model: any ScreenModel) -> Bool { index(of: model) != nil }

    /// The screens over the screen of this model.
    func screens(over model: any ScreenModel) -> ArraySlice<any ScreenModel> {
        path.drop { $0 !== model }.dropFirst()
    }

    /// - Parameter follower: called after every change of the path.
    func follow(_ follower: @escaping () -> Void) { followers.append(follower) }

    // MARK: - Changing

    func push(_ model: any ScreenModel) { open(model, over: path[...]) }

    /// Replaces the screen on top.
    func replaceTop(with model: any ScreenModel) { open(model, over: path.dropLast()) }

    /// Removes every screen from the first match on, and pushes another.
    func replace(from isFirst: (any ScreenModel) -> Bool, with model: any ScreenModel) {
        open(model, over: path.prefix { !isFirst($0) })
    }

    /// Removes all screens over the list and pushes this one.
    func replaceAll(with model: any ScreenModel) { open(model, over: []) }

    /// Goes one step back at the person's request.
    func goBack() {
        guard let top else { return }
        change(to: path.dropLast())
        top.didGoBack()
    }

    /// Removes the screens over the screen of a model.
    func pop(to model: any ScreenModel) {
        guard let index = index(of: model) else { return }
        change(to: path[...index])
    }

    /// Removes the screen of a model and the screens over it.
    func popThrough(_ model: any ScreenModel) {
        guard let index = index(of: model) else { return }
        change(to: path[..<index])
    }

    func popToList() { change(to: []) }

    /// Removes the screen of a model; the screens over it stay.
    func remove(_ model: any ScreenModel) { remove { $0 === model } }

    func remove(where isRemoved: (any ScreenModel) -> Bool) {
        change(to: path.filter { !isRemoved($0) }[...])
    }

    private func index(of model: any ScreenModel) -> Int? { path.firstIndex { $0 === model } }

    private func open(_ model: any ScreenModel, over path: ArraySlice<any ScreenModel>) {
        change(to: path + [model])
        model.opened()
    }

    private func change(to new: ArraySlice<any ScreenModel>) {
        let (old, top) = (path.last, new.last)
        guard !new.elementsEqual(path, by: ===) else { return }
        path = Array(new)
        if let old, old !== top { old.didDisappear(isRemoved: !contains(old)) }
        if let top, top !== old { top.didAppear() }
        for follower in followers { follower() }
    }
}
