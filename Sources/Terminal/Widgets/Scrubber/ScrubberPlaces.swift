/// Where the parts of a scrubber stand in its row.
public struct ScrubberPlaces: Hashable, Sendable {
    public let label: Rect
    /// The ends' words and the track between them.
    public let slider: Rect
    public let track: ScrubberTrack
    public let passing: Rect

    /// What can be touched.
    func frame(_ phase: Scrubber.Phase) -> Rect { phase == .label ? label : slider }
}
