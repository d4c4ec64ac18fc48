internal import CardSettings
internal import Cards

extension CommandRunner {
    /// All cards with their photos, as the import takes them.
    func exportCards(_ path: String, _ store: any CardStore) async throws {
        if path == "-" { return try await export(from: store) { bytes in try output.write(json: bytes) } }
        var file = try AtomicFile(replacing: path)
        try await export(from: store) { bytes in try file.write(bytes) }
        try file.commit()
    }

    private func export(from store: any CardStore, _ write: ([UInt8]) throws -> Void) async throws {
        var lines = JSONLines()
        var lost = 0
        try await forEachCard(in: store) { card in
            let photos = try await photos(of: card, in: store)
            lost += Set(card.photos).count - photos.count
            lines.append(CardJSON.members(of: card) { photos[$0] })
            if lines.isLarge { try write(lines.take()) }
        }
        lines.end()
        try write(lines.take())
        if lost > 0 { output.complain("Photos that are not in the store were left out: \(lost)") }
    }

    func showPaths(_ paths: Paths) throws {
        let rows = [
            ("store", paths.store), ("config", paths.config), ("log", paths.log), ("drafts", paths.drafts),
            ("cache", paths.cache),
        ]
        for (name, path) in rows {
            let gap = output.out.isTerminal ? String(repeating: " ", count: 8 - name.count) : "\t"
            try output.write(name + gap + output.safe(path) + "\n")
        }
    }
}
