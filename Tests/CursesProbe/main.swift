import Curses
import Glibc
import Terminal

// A program that shows what the room Curses does; the tests run it in a pseudo-terminal and press its keys.
//
// Arguments: `--log FILE` for standard error and log lines, `--escape-delay MILLISECONDS`, `--answer-patience SECONDS`, `--mouse`, `--no-mouse`,
// `--symbols` for pictures as those only.

var options = CursesTerminal.Options()
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
    switch argument {
    case "--log":
        let file = open(arguments.next() ?? "", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        options.errorLog = file
        options.log = { line in _ = (line + "\n").withCString { write(file, $0, strlen($0)) } }
    case "--escape-delay": options.escapeDelay = .milliseconds(Int(arguments.next() ?? "") ?? 25)
    case "--answer-patience": options.answerPatience = .seconds(Int(arguments.next() ?? "") ?? 2)
    case "--mouse": options.isMouseOn = true
    case "--no-mouse": options.isMouseOn = false
    case "--symbols": options.graphics = .symbols
    default: exit(2)
    }
}

let terminal = CursesTerminal(options)
do {
    try terminal.start(ProbeScreen())
    terminal.setTitle("cards \u{1B}]0;owned")
} catch {
    _ = (error.userMessage + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(2)
}
terminal.run()
