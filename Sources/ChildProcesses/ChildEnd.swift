/// How a child process ended.
public enum ChildEnd: Hashable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)

    /// - Parameter status: of waitpid(2): the low seven bits are the signal, the next byte the exit code.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(code: status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// The reason as a part of a sentence.
    public var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}
