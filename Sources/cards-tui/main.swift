import Basics
import CPool
import CProcess
import CardCommands
import CardPhotos
import CardSettings
import Cards
import Dispatch
import Glibc

StandardDescriptors.fill()
// A file that is larger than the shell allows (`ulimit -f`) is an error of the write that makes it so, as on a full disk.
signal(SIGXFSZ, SIG_IGN)

let arguments = Array(PathText.arguments.dropFirst())
// Before anything else starts: the photo helper process has no terminal and no store.
if arguments.first == PhotoHelper.argument { PhotoHelper.run(Array(arguments.dropFirst())) }

// Prevents timers from waking the program while it is idle.
pool_install()
// One heap for all threads: separate heaps grow by single pages and keep what a thread once needed.
process_share_heap()
let invocation = CommandLineInterface.parse(arguments, validateBackend: Composition.problem(withBackend:)) {
    LocalInput(format: .system, today: CardClock.system.today())
}
switch invocation {
case .screen(_, _, let message?) where !Composition.hasTerminal:
    exit(Composition.commandRunner.fail(message).rawValue)
case .screen(let options, let text, _):
    Composition.keepTemporaryFiles(options)
    Composition.startScreen(options, finding: text).run()
case .command(let command, _) where command.usesNetwork && !StandardDescriptors.areLeft:
    exit(Composition.commandRunner.fail(StandardDescriptors.message, .refused).rawValue)
case .command(let command, let options):
    Composition.keepTemporaryFiles(options)
    let work = Task<Void, Never> { exit(await Composition.run(command, options).rawValue) }
    if command.usesNetwork { Interruption.cancels(work) }
case .failure(let message): exit(Composition.commandRunner.fail(message).rawValue)
}
dispatchMain()
