import CardViewModels
import Terminal

/// The screens of the list and of the path: each is created when its model is first on top, and dropped when that is left.
@MainActor
final class ScreenStack {
    private(set) var list: CardListScreen
    /// The screen of the model on top, as of the last ``follow(usesPixels:)``.
    private(set) var top: any Screen
    private var screens: [(model: any ScreenModel, screen: any Screen)] = []
    private var setup: ScreenSetup

    init(_ setup: ScreenSetup) {
        self.setup = setup
        list = CardListScreen(setup)
        top = list
    }

    var keyMap: KeyMap { setup.keyMap }
    private var navigator: Navigator { setup.app.navigator }

    /// Creates the screen on top, and drops screens that were left, with their pictures.
    /// - Parameter usesPixels: see ``ScreenSetup/usesPixels``.
    func follow(usesPixels: Bool) {
        // The demo has its own list.
        if list.model !== setup.app.list { list = CardListScreen(setup) }
        screens.removeAll { !navigator.contains($0.model) }
        guard let model = navigator.top else { return top = list }
        if let known = screens.first(where: { $0.model === model }) { return top = known.screen }
        setup.usesPixels = usesPixels
        guard let screen = ScreenKind.makeScreen(of: model, setup) else { return top = list }
        top = screen
        screens.append((model, screen))
    }

    /// Makes all screens again with other keys. What was typed into the search stays; other screens begin at their top.
    func adopt(_ keyMap: KeyMap, isMotionReduced: Bool) {
        guard (keyMap, isMotionReduced) != (setup.keyMap, setup.isMotionReduced) else { return }
        (setup.keyMap, setup.isMotionReduced) = (keyMap, isMotionReduced)
        let before = list
        list = CardListScreen(setup)
        (list.editor, list.isTyping) = (before.editor, before.isTyping)
        list.viewport.adoptPosition(of: before.viewport)
        (screens, top) = ([], list)
    }
}
