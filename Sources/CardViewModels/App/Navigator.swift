public import Observation

/// The path of screens over the list; only this type changes it.
///
/// It tells a screen's model when the screen comes to the top and when it leaves the top. It creates no models.
@MainActor @Observable
public final class Navigator {
    /// The last screen is on top; empty if the list is on top.
    public private(set) var path: [Destination] = []
    @ObservationIgnored private var followers: [() -> Void] = []

    /// The path at one moment, compared after an await: a result for another screen is dropped.
    struct Position: Equatable {
        fileprivate let path: [Destination]
    }

    public var top: Destination? { path.last }
    var position: Position { Position(path: path) }

    /// The open form, on top or under screens that were opened from it.
    var form: CardFormModel? {
        path.lazy.compactMap { if case .form(let form) = $0 { form } else { nil } }.first
    }

    func isOnTop(_ model: any ScreenModel) -> Bool { top?.model === model }
    func contains(_ model: any ScreenModel) -> Bool { path.contains { $0.model === model } }

    /// The screens over the screen of this model.
    func screens(over model: any ScreenModel) -> ArraySlice<Destination> {
        path.drop { $0.model !== model }.dropFirst()
    }

    /// - Parameter follower: called after every change of the path.
    func follow(_ follower: @escaping () -> Void) { followers.append(follower) }

    // MARK: - Changing

    func push(_ destination: Destination) { change(to: path + [destination]) }

    /// Replaces the screen on top.
    func replaceTop(with destination: Destination) { change(to: path.dropLast() + [destination]) }

    /// Removes every screen from the first match on, and pushes another.
    func replace(from isFirst: (Destination) -> Bool, with destination: Destination) {
        change(to: path.prefix { !isFirst($0) } + [destination])
    }

    /// Removes all screens over the list and pushes this one.
    func replaceAll(with destination: Destination) { change(to: [destination]) }

    /// Goes one step back at the person's request.
    func goBack() {
        guard let top else { return }
        change(to: path.dropLast())
        top.model.didGoBack()
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
    func remove(_ model: any ScreenModel) { remove { $0.model === model } }

    func remove(where isRemoved: (Destination) -> Bool) { change(to: path.filter { !isRemoved($0) }) }

    private func index(of model: any ScreenModel) -> Int? { path.firstIndex { $0.model === model } }

    private func change(to new: some Sequence<Destination>) {
        let (new, before) = (Array(new), path)
        guard new != before else { return }
        path = new
        if let old = before.last, old != new.last { old.model.didDisappear(isRemoved: !new.contains(old)) }
        if let top = new.last, top != before.last { top.model.didAppear() }
        for follower in followers { follower() }
    }
}
