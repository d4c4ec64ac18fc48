import CardViewModels
import Terminal

/// A screen with a slider, whose keys come before those of its commands.
@MainActor
protocol SliderScreen: ModelScreen, TableScreen {
    var scrubber: ScrubberControl { get }
}

extension SliderScreen {
    var widgetKeys: [HelpView.Section] { scrubber.help }

    func isCommandKey(_ key: Key) -> Bool { !scrubber.accepts(key) }

    func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, scrubber.handle(key) { return true }
        return table.handle(event, on: self, mouse: handle)
    }
}

/// A picture that is zoomed by a slider in the status line.
@MainActor
protocol ZoomScreen: SliderScreen {
    /// The last layout.
    var screenLayout: ScreenLayout { get }
    /// Whether there is a picture that can be zoomed now.
    var canZoom: Bool { get }
    /// What the status line says while the slider is not used.
    var label: TailedText { get }
    func zoomLabel(_ zoom: Int) -> SafeText
}

extension ZoomScreen {
    var showsSlider: Bool { !scrubber.isLabel && canZoom }

    func layoutStatus() {
        guard showsSlider || (app.message == nil && canZoom) else { return scrubber.hide() }
        let labels = ScrubberControl.Labels(
            label: label, lowest: "-", highest: "+", passing: { [self] in TailedText(zoomLabel($0)) })
        scrubber.layout(labels, in: screenLayout.status.inset(left: 1, right: 1))
    }

    func drawStatus(on canvas: inout Canvas, style: ScreenStyle) {
        let line = StatusLine(app: app, style: style, text: label.text, position: label.tail)
        if showsSlider { return line.draw(scrubber, on: &canvas, in: screenLayout.status, theme: style.theme) }
        line.draw(on: &canvas, in: screenLayout.status, theme: style.theme)
    }
}
