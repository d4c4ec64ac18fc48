/// The frames of the parts of a scrubber in its row.
public struct ScrubberFrames: Hashable, Sendable {
    public let label: Rect
    /// The labels of both ends and the track between them.
    public let slider: Rect
    public let track: ScrubberTrack
    public let passing: Rect

    /// The frame that reacts to the mouse.
    func frame(_ phase: Scrubber.Phase) -> Rect { phase == .label ? label : slider }
}
