import CPool
import CProcess
import CardCommands
import CardPhotos
import CardSettings
import Dispatch
import Glibc

StandardDescriptors.fill()

let arguments = Array(PathText.arguments.dropFirst())
// Before anything else starts: as the photo helper the process has no terminal and no store.
if arguments.first == PhotoHelper.argument { PhotoHelper.run(Array(arguments.dropFirst())) }

// Keeps libdispatch from waking an idle process.
pool_install()
// One heap for all threads: with one for each thread, heaps grow by single pages and keep what their thread once needed.
process_share_heap()
let invocation = CommandLineInterface.parse(arguments, refusingBackend: Composition.problem(withBackend:))
switch invocation {
case .screen(let options): Composition.startScreen(options)
case .command(.sync, _) where !StandardDescriptors.areLeft:
    exit(Composition.commandRunner.fail(StandardDescriptors.words, .refused).rawValue)
case .command(let command, let options):
    let work = Task<Void, Never> { exit(await Composition.commandRunner.run(command, options).rawValue) }
    if case .sync = command { Interruption.cancels(work) }
case .failure(let words): exit(Composition.commandRunner.fail(words).rawValue)
}
dispatchMain()
