/// What the command line says of the screen.
struct ScreenOptions {
    var store: String?
    var config: String?
    var backend: String?
    var isDemo = false
    var isPlain = false
}
