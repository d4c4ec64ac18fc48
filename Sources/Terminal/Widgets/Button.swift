/// Something that can be pressed: its label in brackets, reversed while it is pressed or focused.
public struct Button: Hashable, Sendable {
    public enum State: Hashable, Sendable { case normal, focused, pressed, disabled }

    public var label: SafeText
    public var state: State

    public init(_ label: SafeText, state: State = .normal) { (self.label, self.state) = (label, state) }

    /// The columns of the button.
    public var columns: Int { label.width + 4 }

    public func draw(on canvas: inout Canvas, at point: Point, theme: Theme) {
        let (open, close): (SafeText, SafeText) = state == .pressed ? ("▸ ", " ◂") : ("[ ", " ]")
        let style =
            switch state {
            case .normal: theme[.accent]
            case .focused: theme[.selection]
            case .pressed: theme[.accent].overlaid(with: theme[.selection])
            case .disabled: theme[.faint]
            }
        canvas.write(open + label + close, at: point, style: style)
    }
}
