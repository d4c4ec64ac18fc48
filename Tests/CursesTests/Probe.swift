import PtySupport
import Terminal

/// The program `curses-probe` (Tests/CursesProbe) in a pseudo-terminal, and a file for its log.
func probe(
    _ arguments: [String] = [], environment: [String: String?] = [:], size: Size = Size(columns: 80, rows: 24),
    cell: CellPixels? = nil, isSessionLeader: Bool = true
) throws -> TerminalProgram {
    try TerminalProgram(
        "curses-probe", arguments: arguments, environment: environment, size: size, cell: cell,
        isSessionLeader: isSessionLeader)
}
