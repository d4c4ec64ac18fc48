internal import CDocuments

/// The pages of `docs`, embedded in the program: `cards-tui help TOPIC` and the manual pages show them.
///
/// To add one, put its line into the list, and its file into CDocuments.c, which embeds it.
public struct DocumentPage: Sendable {
    /// The file's name without its extension: the topic.
    public let name: String
    /// What it is about, for the list of topics; without a full stop.
    public let summary: String

    private init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    /// The Markdown file.
    public var text: String {
        let document = document_named(name)
        return String(decoding: UnsafeBufferPointer(start: document.bytes, count: document.count), as: UTF8.self)
    }

    /// From what one needs first.
    public static let all: [DocumentPage] = [
        .init("key-map", "All keys, the editor, clipboard and mouse"),
        .init("search", "Search words and filters"),
        .init("cards", "Photos, dates, codes, ledger, history, your data"),
        .init("barcodes", "Showing, reading and fixing barcodes"),
        .init("commands", "The command line, scripts, backups"),
        .init("import-files", "Import and export, files of other programs"),
        .init("passes", "Passes that are renewed by their issuers"),
        .init("settings", "Every setting, colors, pictures, camera"),
        .init("backend", "A My Cards server, or Firebase"),
        .init("devices", "Sharing cards between your devices"),
        .init("postgresql", "Sharing over PostgreSQL, including a cluster"),
        .init("packages", "Packages, building, what each library is for"),
    ]

    public static func named(_ name: String) -> DocumentPage? { all.first { $0.name == name } }
}
