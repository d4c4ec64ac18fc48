/// How keys move through rows or text.
public enum Motion: Sendable {
    case down, up, pageDown, pageUp, first, last
}
