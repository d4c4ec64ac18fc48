import Basics
public import CardViewModels
import Cards
public import Terminal

/// The root screen of the program: the screen on top, what is over it (``Overlay``), and the keys that work everywhere.
///
/// Its ``screens`` keep a ``Screen`` for each model on the path; it keeps no state that a user would miss.
@MainActor
public final class AppScreen: RootScreen {
    let model: AppModel
    let themes: ThemePicking
    /// Whether only ASCII is drawn, and why.
    public var plain: PlainText
    private let pictures: PictureViews
    var table: CommandTable<AppScreen>
    private let readSettings: (@Sendable () async -> ScreenSettings)?
    private(set) weak var terminal: (any TerminalControl)?
    let screens: ScreenStack
    private var helpScreen: HelpScreen?
    private let overlay: Overlay
    let held = HeldInput()
    /// Whether input is ignored because the program quits while its window is too small.
    private var isLeaving = false
    /// Whether a paste has begun whose end does not come.
    private var awaitsPaste = false
    private(set) var frameLayout = FrameLayout()
    let footer = FooterFrames()

    /// - Parameters:
    ///   - isLight: whether the terminal's background is light; nil where that is not known before it is asked.
    ///   - themes: returns the themes to pick from; called when the picker opens.
    ///   - clock: times the slider's phases.
    ///   - readSettings: reads the settings again after they were edited.
    public init(
        model: AppModel, theme: ThemePair = ThemePair(.terminal), isLight: Bool? = nil,
        themes: @escaping () -> [ThemeChoice] = { [.terminal] },
        isPlain: Bool = false, keyMap: KeyMap = .empty, clock: any Clock<Duration> = ContinuousClock(),
        isMotionReduced: Bool = false, configuredTheme: String? = nil,
        readSettings: (@Sendable () async -> ScreenSettings)? = nil
    ) {
        self.model = model
        plain = PlainText(isByOption: isPlain)
        self.readSettings = readSettings
        self.themes = ThemePicking(
            theme, isLight: isLight, choices: themes, configured: configuredTheme, model: model)
        table = AppCommands.table.mapped(by: keyMap)
        pictures = PictureViews { [weak model] photo, size in
            await model?.photos.picture(photo, fitting: size) ?? .none
        }
        overlay = Overlay(model.prompts)
        screens = ScreenStack(
            ScreenSetup(app: model, keyMap: keyMap, clock: clock, isMotionReduced: isMotionReduced || isPlain))
    }

    private var keyMap: KeyMap { screens.keyMap }
    var list: CardListScreen { screens.list }
    var top: any Screen { screens.top }

    /// Whether pictures are still being prepared.
    public var isWorking: Bool { pictures.pending > 0 || top.isWorking }

    public func attach(to terminal: any TerminalControl) {
        self.terminal = terminal
        model.hooks.copy = { [weak terminal] in terminal?.copy(SafeText($0)) }
        model.hooks.quit = { [weak terminal] in terminal?.quit(status: 0) }
        model.hooks.lendTerminal = { [weak self, weak terminal] work in
            if let terminal { await terminal.lend(to: work) } else { await work() }
            // It was meant for what had the terminal.
            self?.held.drop()
        }
        model.hooks.reloadSettings = { [weak self, readSettings] in
            guard let self, let settings = await readSettings?() else { return SettingsOutcome() }
            settings.apply(to: self)
            return settings.outcome
        }
        model.hooks.capturesKeys = { [weak self] in self?.capturesKeys == true }
    }

    public func terminalBackground(isLight: Bool) {
        themes.adopt(isLight: isLight)
        terminal?.setNeedsDraw()
    }

    /// The days that are shown may be over, and others may have changed something on the backend.
    public func terminalDidGainFocus() {
        model.sync.lookAgain()
        terminal?.setNeedsDraw()
    }

    /// Whoever comes back may be somebody else.
    public func terminalDidLoseFocus() { hideSecrets() }

    private func hideSecrets() {
        for case let page as CardModel in model.navigator.path { page.secrets.hide() }
    }

    public func terminalAwaitsPaste(_ isWaiting: Bool) {
        awaitsPaste = isWaiting
        terminal?.setNeedsDraw()
    }

    /// More is cut by windows and their bars.
    private static let titleColumns = 80

    /// Handles held input before the program ends.
    public func terminalWillEnd() async {
        await model.keepDraft()
        await held.finished()
        await model.end()
    }

    // MARK: - Drawing

    public func layout(_ size: Size) {
        let medium = terminal?.pictureMedium ?? PictureMedium(colors: .sixteen)
        let glyphs = terminal?.glyphs ?? .all
        footer.forget()
        terminal?.followsBackground = themes.dependsOnBackground
        // Read here, so that every screen is drawn anew on a new day.
        frameLayout.begin(
            size, theme: themes.current.shown(in: medium.colors, onLight: themes.isLight), glyphs: glyphs,
            today: model.days.today)
        guard !frameLayout.isTooSmall else { return }
        followPath()
        pictures.follow(changeCount: model.list.changeCount)
        let title = SafeText(top.cardName.map { "\($0) – cards" } ?? "cards", within: Self.titleColumns)
        terminal?.setTitle(plain.isOn ? title.reducedToASCII : title)
        let style = ScreenStyle(
            theme: frameLayout.theme, medium: medium, isPlain: plain.isOn || !glyphs.hasHalves,
            isPlainByOption: plain.isOnlyByOption && glyphs.hasHalves, showsPhotos: !plain.isOn, helpKey: helpKey,
            format: model.format, pictures: pictures, footer: footer, offeredKey: { [weak self] in self?.label(of: $0) }
        )
        frameLayout.style = style
        guard overlay.isOpen else {
            frameLayout.shaded = nil
            return layoutScreen(style)
        }
        shadeScreen(style)
        overlay.layout(size, style: style)
    }

    public func draw(into canvas: inout Canvas) {
        let theme = frameLayout.theme
        if frameLayout.isTooSmall {
            canvas.write("Too small", at: .zero, style: theme[.text])
            canvas.write(SafeText("\(quitKey.label) quits"), at: Point(column: 0, row: 1), style: theme[.faint])
        } else if let shaded = frameLayout.shaded {
            canvas = shaded.canvas
            overlay.draw(on: &canvas, theme: theme)
        } else if let style = frameLayout.style {
            drawScreen(into: &canvas, style: style)
        }
        // A screen without a cursor of its own is read from its first line on.
        if canvas.cursor == nil { canvas.placeCursor(at: .zero) }
        if awaitsPaste { drawPasteLine(on: &canvas, theme: theme) }
        // Blanks, and cells that a picture leaves transparent, get the theme's background.
        if theme.hasOwnGround { canvas.restyle(canvas.bounds, theme[.text].overlaid(with:)) }
        let kept = plain.isOn ? nil : frameLayout.glyphs
        if kept != .all { canvas.reduceToASCII(keeping: kept) }
    }

    /// Over everything else, also over dialogs: no other key acts.
    private func drawPasteLine(on canvas: inout Canvas, theme: Theme) {
        let row = Rect(column: 0, row: max(0, canvas.size.rows - 2), columns: canvas.size.columns, rows: 1)
        canvas.fill(row, style: theme[.warning])
        MessageLine(left: "A paste has not ended: Esc or Ctrl-C ends it.", leftStyle: theme[.warning]).draw(
            on: &canvas, in: row)
    }

    private func layoutScreen(_ style: ScreenStyle) {
        if let helpScreen {
            helpScreen.layout(frameLayout.size, style: style)
        } else {
            top.layout(frameLayout.size, style: style)
            frameLayout.screen = top
        }
    }

    private func drawScreen(into canvas: inout Canvas, style: ScreenStyle) {
        if let helpScreen {
            helpScreen.draw(into: &canvas, style: style)
        } else {
            top.draw(into: &canvas, style: style)
        }
    }

    /// Draws the screen beneath a prompt or picker once, and again only when its version changes.
    private func shadeScreen(_ style: ScreenStyle) {
        let version = ShadedScreen.Version(
            size: frameLayout.size, theme: frameLayout.theme.name, prompt: model.prompts.prompt,
            picker: model.prompts.picker.map { _ in model.prompts.pickerCount }, depth: model.navigator.path.count,
            today: frameLayout.today, pictures: pictures.made)
        guard frameLayout.shaded?.version != version else { return }
        layoutScreen(style)
        var canvas = Canvas(size: frameLayout.size)
        drawScreen(into: &canvas, style: style)
        canvas.shade(theme: frameLayout.theme)
        frameLayout.shaded = ShadedScreen(version: version, canvas: canvas)
    }

    /// Creates the screen on top, and drops screens that were left. Called first by every layout and every event.
    func followPath() {
        screens.follow(usesPixels: hasPixels)
        overlay.follow(keyMap, showsColors: frameLayout.style?.showsCardColors == true)
    }

    /// Whether a photo over the whole screen has more pixels there than the size it is first loaded in.
    private var hasPixels: Bool {
        guard let terminal, terminal.graphics != .symbols, let cell = terminal.cell else { return false }
        return frameLayout.size.columns * cell.width > PhotoModel.firstWidth
    }

    // MARK: - Input

    /// Over a slow connection many keys arrive at once. A key after one that opens or saves something is meant for the next screen, not
    /// for the one still shown: it waits.
    public func handle(_ event: InputEvent) {
        if isLeaving { return }
        if frameLayout.isTooSmall { return handleUnseen(event) }
        followPath()
        if let key = pressedHint(event) { return handle(.key(key)) }
        model.sync.noteUse()
        model.damage.noteUse()
        if case .key(let key) = event {
            if isAboutTerminal(key), table.perform(key, on: self) { return }
            if model.activities.label != nil, table.keys(of: AppCommands.stop).contains(key) { return stop() }
            model.messages.dismiss()
        }
        guard held.isEmpty, !mustWait(event) else { return hold(event) }
        perform(event)
        model.prompts.showNext()
    }

    /// The key of the clicked footer hint. No dialog or sheet covers the footer.
    private func pressedHint(_ event: InputEvent) -> Key? {
        guard case .mouse(let mouse) = event, mouse.action == .press(.left) else { return nil }
        return footer.key(at: mouse.position)
    }

    /// Whether the key controls the terminal, not the screen (redraw, suspend): such keys never wait.
    func isAboutTerminal(_ key: Key) -> Bool {
        guard let command = table.command(for: key, on: self) else { return false }
        return [AppCommands.redraw, AppCommands.suspend].contains(command) && !isGivenToScreen(key)
    }

    var isCovered: Bool { overlay.isOpen || helpScreen != nil }

    func mustWait(_ event: InputEvent) -> Bool {
        if model.isBusy { return true }
        return !isCovered && top.mustWait(event)
    }

    /// Whether a typed letter would be input for something else than a prompt.
    private var capturesKeys: Bool {
        !held.isEmpty || helpScreen != nil
            || (model.navigator.path.isEmpty && (list.isTyping || !list.scrubber.isLabel))
    }

    /// Whether the user's key map assigns the key to a screen's command, which then overrides those that work everywhere.
    private func isGivenToScreen(_ key: Key) -> Bool {
        keyMap.keys.contains { setting in
            setting.value.contains(key) && !table.commands.contains { $0.name == setting.key }
        }
    }

    private func hold(_ event: InputEvent) {
        if held.isEmpty { resumeWhenReady() }
        held.append(event)
    }

    private func resumeWhenReady() {
        ObservedChanges.next { [weak self] in
            // The change is not complete yet.
            Task { self?.resumeHeldInput() }
        }
    }

    /// Handles the held input. A message that arrived meanwhile had not been seen when these keys were pressed, so it stays.
    private func resumeHeldInput() {
        // The keys that were held are for what was read since the last frame.
        frameLayout.screen = nil
        let isDone = held.perform(perform) { event in
            followPath()
            return mustWait(event)
        }
        guard isDone else { return resumeWhenReady() }
        model.prompts.showNext()
        terminal?.setNeedsDraw()
    }

    private func perform(_ event: InputEvent) {
        defer {
            // A person who reads the help, or looks for a command, has left the page.
            if isCovered { hideSecrets() }
            quitIfAsked()
        }
        if overlay.handle(event, goesBack: { table.keys(of: AppCommands.back).contains($0) }) { return }
        if let help = helpScreen {
            _ = help.handle(event)
            if help.isDone { helpScreen = nil }
            return
        }
        layoutUnseen()
        if top.handle(event) { return }
        guard case .key(let key) = event else { return }
        if top.isCommandKey(key), !table.perform(key, on: self) { KeyRefusals(screen: self).say(key) }
    }

    /// A key may come before the first frame of a screen, and what it does can depend on the layout: on links, on sizes of a code.
    private func layoutUnseen() {
        guard frameLayout.screen !== top, let style = frameLayout.style else { return }
        layoutScreen(style)
    }

    /// The key that opens the help here. By default no screen uses it.
    private var helpKey: KeyHint? {
        table.keys(of: AppCommands.help).first {
            top.isCommandKey($0) && (keyMap.keys.isEmpty || !top.hasCommand(for: $0))
        }.map { KeyHint($0, "help") }
    }

    /// Below the smallest size nobody sees what a key does, so only quitting and suspending work; a form is kept for the next start.
    private func handleUnseen(_ event: InputEvent) {
        switch event {
        case .key(quitKey) where !isLeaving:
            isLeaving = true
            Task {
                await terminalWillEnd()
                terminal?.quit(status: 0)
            }
        case .key(let key) where table.keys(of: AppCommands.suspend).contains(key): terminal?.suspend()
        default: break
        }
    }

    private var quitKey: Key { table.keys(of: AppCommands.quit).first ?? Key("q") }

    func openHelp() {
        let everywhere = table.sections(on: self) { [top] in top.isCommandKey($0) && !top.hasCommand(for: $0) }
        helpScreen = HelpScreen(top.commands, top.widgetKeys, everywhere: everywhere, app: model, keyMap: keyMap)
    }

    /// Drops the held input: it was meant for the result of the stopped activity.
    func stop() {
        held.drop()
        model.activities.stop()
    }

    func quit() {
        // The key was pressed before the person could see that an earlier operation had failed.
        if held.isBeingHandled, model.navigator.path.isEmpty, model.message?.kind == .warning { return }
        model.quit()
    }

    func toggleMouse() {
        guard let terminal else { return }
        terminal.isMouseOn.toggle()
        model.messages.post(
            Message(terminal.isMouseOn ? "Mouse on." : "Mouse off: the terminal selects text."))
    }

    /// What remains to do after an event.
    private func quitIfAsked() {
        if model.hasQuit { terminal?.quit(status: 0) }
    }
}
