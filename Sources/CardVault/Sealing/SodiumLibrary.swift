internal import CSodium

/// libsodium, opened when the first vault with a passphrase needs it.
enum SodiumLibrary {
    /// Debian has the first, distributions with libsodium 1.0.19 and newer the second.
    static let names = ["libsodium.so.23", "libsodium.so.26"]

    /// Opens the first library that exists; nil if none does. Blocks.
    static func open(_ names: [String] = names) -> SodiumFunctions? {
        for name in names {
            var functions = SodiumFunctions()
            if functions.load(from: name) { return functions }
        }
        return nil
    }
}
