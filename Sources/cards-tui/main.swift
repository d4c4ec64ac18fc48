import CardCommands
import CardPhotos
import Dispatch
import Glibc

// Before anything else starts: as the photo helper, the program has no terminal and no store.
if CommandLine.arguments.dropFirst().first == PhotoHelper.argument { PhotoHelper.run() }

let invocation = CommandLineInterface.parse(
    Array(CommandLine.arguments.dropFirst()), refusingBackend: Composition.problem(withBackend:))
Task { @MainActor in
    switch invocation {
    case .screen(let options): await Composition.runScreen(options)
    case .command(let command, let options):
        exit(await Composition.commandRunner.run(command, options).rawValue)
    case .failure(let words): exit(Composition.commandRunner.fail(words).rawValue)
    }
}
dispatchMain()
