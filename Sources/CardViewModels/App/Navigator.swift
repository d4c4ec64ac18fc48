public import Observation

/// The path of screens over the list, and the only one that changes it.
///
/// It tells a screen when it comes to the top and when it is no longer there. It makes no models.
@MainActor @Observable
public final class Navigator {
    /// The last is on top; empty where the list is.
    public private(set) var path: [Destination] = []
    @ObservationIgnored private var followers: [() -> Void] = []

    /// Where the person is, to be compared after something that takes its time: an answer for another screen is dropped.
    struct Position: Equatable {
        fileprivate let path: [Destination]
    }

    public var top: Destination? { path.last }
    var position: Position { Position(path: path) }

    /// The form that is open, on top or beneath what was opened from it.
    var form: CardFormModel? {
        path.lazy.compactMap { if case .form(let form) = $0 { form } else { nil } }.first
    }

    func isOnTop(_ model: any ScreenModel) -> Bool { top?.model === model }
    func contains(_ model: any ScreenModel) -> Bool { path.contains { $0.model === model } }

    /// The screens over that of a model.
    func screens(over model: any ScreenModel) -> ArraySlice<Destination> {
        path.drop { $0.model !== model }.dropFirst()
    }

    /// - Parameter follower: told of every change of the path, after it.
    func follow(_ follower: @escaping () -> Void) { followers.append(follower) }

    // MARK: - Changing

    func push(_ destination: Destination) { change(to: path + [destination]) }

    /// Puts a screen in the place of the one on top.
    func replaceTop(with destination: Destination) { change(to: path.dropLast() + [destination]) }

    /// Removes every screen that matches and all over the first of them, and puts another on top.
    func replace(from isFirst: (Destination) -> Bool, with destination: Destination) {
        change(to: path.prefix { !isFirst($0) } + [destination])
    }

    /// Leaves the list with this screen alone over it.
    func replaceAll(with destination: Destination) { change(to: [destination]) }

    /// One step back, asked for by the person.
    func goBack() {
        guard let top else { return }
        change(to: path.dropLast())
        top.model.didGoBack()
    }

    /// Removes what lies over the screen of a model.
    func pop(to model: any ScreenModel) {
        guard let index = index(of: model) else { return }
        change(to: path[...index])
    }

    /// Removes the screen of a model and what lies over it.
    func popThrough(_ model: any ScreenModel) {
        guard let index = index(of: model) else { return }
        change(to: path[..<index])
    }

    func popToList() { change(to: []) }

    /// Removes the screen of a model; what lies over it stays.
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
