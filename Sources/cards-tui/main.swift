internal import CardPhotos
import CardSettings
import Dispatch
import Glibc

// Before anything else starts: as the photo helper, the program has no terminal and no store.
if CommandLine.arguments.dropFirst().first == PhotoHelper.argument { PhotoHelper.run() }

var options = ScreenOptions()
var arguments = CommandLine.arguments.dropFirst()
while let a = arguments.popFirst() {
    switch a {
    case "--store": options.store = arguments.popFirst()
    case "--backend": options.backend = arguments.popFirst()
    case "--config": options.config = arguments.popFirst()
    case "--demo": options.isDemo = true
    case "--plain": options.isPlain = true
    default: break
    }
}
let composition = try Composition(options)
Task { @MainActor in await composition.runScreen() }
dispatchMain()
