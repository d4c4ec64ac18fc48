import Terminal

/// What keys move through: rows, or text.
@MainActor
protocol MovingScreen: AnyObject {
    func move(_ motion: Motion)
}

/// A screen of text without a selection.
@MainActor
protocol ScrollingScreen: TableScreen, MovingScreen {
    var position: ScrollPosition { get set }
    /// Where the text was in the last layout.
    var area: Rect { get }
    /// The rows of the whole text.
    var rows: Int { get }
}

extension ScrollingScreen {
    func move(_ motion: Motion) {
        scroll(by: motion.distance(page: max(1, area.rows - 1), all: rows))
    }

    func scroll(by count: Int) { position.scroll(by: count, content: rows, window: area.rows) }

    /// Scrolls by the wheel.
    func scroll(_ mouse: MouseEvent) {
        switch mouse.action {
        case .wheelDown: scroll(by: 3)
        case .wheelUp: scroll(by: -3)
        default: break
        }
    }
}
