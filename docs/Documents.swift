/// The pages of this folder, embedded in the program: `cards-tui help TOPIC` and the manual pages show them.
///
/// To add one, put the file beside this one and its line into the list, and into Package.swift.
public struct DocumentPage: Sendable {
    /// The file's name without its extension: the topic.
    public let name: String
    /// What it is about, for the list of topics; without a full stop.
    public let summary: String
    /// The Markdown file.
    public let bytes: @Sendable () -> [UInt8]

    private init(_ name: String, _ summary: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
        self.name = name
        self.summary = summary
        self.bytes = bytes
    }

    /// From what one needs first.
    public static let all: [DocumentPage] = [
        .init("key-map", "All keys, the editor, clipboard and mouse") { PackageResources.key_map_md },
        .init("search", "Search words and filters") { PackageResources.search_md },
        .init("cards", "Photos, dates, codes, ledger, history, your data") { PackageResources.cards_md },
        .init("barcodes", "Showing, reading and fixing barcodes") { PackageResources.barcodes_md },
        .init("commands", "The command line, scripts, backups") { PackageResources.commands_md },
        .init("import-files", "Import and export, files of other programs") { PackageResources.import_files_md },
        .init("passes", "Passes that are renewed by their issuers") { PackageResources.passes_md },
        .init("settings", "Every setting, colors, pictures, camera") { PackageResources.settings_md },
        .init("backend", "A My Cards server, or Firebase") { PackageResources.backend_md },
        .init("devices", "Sharing cards between your devices") { PackageResources.devices_md },
        .init("postgresql", "Sharing over PostgreSQL, including a cluster") { PackageResources.postgresql_md },
        .init("packages", "Packages, building, what each library is for") { PackageResources.packages_md },
    ]

    public static func named(_ name: String) -> DocumentPage? { all.first { $0.name == name } }
}
