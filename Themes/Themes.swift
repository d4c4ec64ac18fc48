/// The colour schemes embedded in the program: base16 or base24, a file for each, as published. It holds their bytes and does not parse
/// them.
///
/// To add one, put the file beside this one and its line into the list.
public struct EmbeddedScheme: Sendable {
    /// The file's name without its extension.
    public let name: String
    /// As the file says it, so that listing the themes parses no file.
    public let isLight: Bool
    /// The YAML file.
    public let bytes: @Sendable () -> [UInt8]

    private init(_ name: String, isLight: Bool = false, _ bytes: @escaping @Sendable () -> [UInt8]) {
        (self.name, self.isLight, self.bytes) = (name, isLight, bytes)
    }

    /// Ordered by name.
    public static let all: [EmbeddedScheme] = [
        .init("catppuccin-latte", isLight: true) { PackageResources.catppuccin_latte_yaml },
        .init("catppuccin-mocha") { PackageResources.catppuccin_mocha_yaml },
        .init("dracula") { PackageResources.dracula_yaml },
        .init("everforest") { PackageResources.everforest_yaml },
        .init("gruvbox-dark") { PackageResources.gruvbox_dark_yaml },
        .init("gruvbox-light", isLight: true) { PackageResources.gruvbox_light_yaml },
        .init("nord") { PackageResources.nord_yaml },
        .init("one-dark") { PackageResources.one_dark_yaml },
        .init("one-light", isLight: true) { PackageResources.one_light_yaml },
        .init("rose-pine") { PackageResources.rose_pine_yaml },
        .init("rose-pine-dawn", isLight: true) { PackageResources.rose_pine_dawn_yaml },
        .init("solarized-dark") { PackageResources.solarized_dark_yaml },
        .init("solarized-light", isLight: true) { PackageResources.solarized_light_yaml },
        .init("tokyo-night") { PackageResources.tokyo_night_yaml },
    ]
}
