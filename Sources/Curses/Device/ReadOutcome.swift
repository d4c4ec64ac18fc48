/// What came of reading a terminal: nothing stands for anything else, so the end is never taken for "nothing yet".
enum ReadOutcome: Hashable, Sendable {
    case bytes([UInt8])
    case wouldBlock
    /// The other side is gone.
    case endOfFile
    /// An errno.
    case failure(Int32)
}
