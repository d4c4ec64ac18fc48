internal import Basics
internal import CardSettings
internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Exports all cards, or those that are named, in a format of this or another program.
    func exportCards(
        _ path: String, _ arguments: ExportArguments, _ store: any CardStore, protecting own: OwnFiles
    ) async throws {
        let password = try await exportPassword(arguments)
        var selection = CardSelection.all
        if !arguments.cards.isEmpty {
            var identifiers: [CardID] = []
            for text in arguments.cards { identifiers.append(try await card(named: text, in: store).identifier) }
            selection = .cards(identifiers)
        }
        let export = try await arguments.format.export(
            selection, of: store, password: password, barcodes: barcodes, now: clock.now())
        if path == "-" {
            while let chunk = try await export.nextChunk() {
                if arguments.format == .json { try output.write(json: chunk) } else { try output.out.write(chunk) }
            }
        } else {
            try own.check(path)
            var file = try AtomicFile(replacing: path)
            while let chunk = try await export.nextChunk() { try file.write(chunk) }
            try file.commit()
        }
        let report = await export.report
        warn(aboutMissingPhotos: report.missingPhotos)
        for (name, count) in report.omissions.sorted(by: { $0.key < $1.key }) {
            output.warn("The format has no place for \(name): left out of \(count.counted("card"))")
        }
    }

    /// Nil for no password.
    private func exportPassword(_ arguments: ExportArguments) async throws -> [UInt8]? {
        if let path = arguments.passwordFile {
            let password = try password(ofFile: path)
            if password.isEmpty { throw CommandFailure("\(path) has no password in its first line") }
            return password
        }
        guard arguments.asksForPassword else { return nil }
        guard let password = try await askPassword("Password for the archive: ") else {
            throw CommandFailure("no password was given")
        }
        guard try await askPassword("The same password again: ") == password else {
            throw CommandFailure("the passwords are not the same")
        }
        return password
    }

    private func warn(aboutMissingPhotos count: Int) {
        if count > 0 { output.warn("Photos that are not in the store were left out: \(count)") }
    }

    /// Exports each photo as a file in the folder, which is created if missing. Existing files are replaced; cards with the same
    /// file name are numbered in list order.
    func exportPhotos(into folder: String, _ store: any CardStore, protecting own: OwnFiles) async throws {
        try Folder.make(folder)
        var stems = FileStems()
        var (written, missing) = (0, 0)
        try await forEachCard(in: store) { card in
            let photos = card.shownPhotos
            if photos.isEmpty { return }
            let stem = stems.next(PhotoFileName.stem(of: card.name))
            for photo in photos {
                guard let hash = card[photo] else { continue }
                guard let bytes = try await store.photo(hash) else {
                    missing += 1
                    continue
                }
                let path = folder + "/" + PhotoFileName.name(of: photo, stem: stem, bytes: bytes)
                try own.check(path)
                try AtomicFile.write(bytes, to: path, followsLinks: false)
                written += 1
            }
        }
        warn(aboutMissingPhotos: missing)
        // Goes to standard error, since standard output may receive the cards.
        output.warn("\(written.counted("photo")) written to \(output.safe(folder))")
    }

    func showPaths(_ paths: Paths, asJSON: Bool) throws {
        let rows = [
            ("store", paths.store), ("config", paths.config), ("log", paths.log), ("drafts", paths.drafts),
            ("cache", paths.cache),
        ]
        if asJSON { return try write(object: rows.map { (key: $0.0, value: JSON.string($0.1)) }) }
        try write(rows: rows.map { [$0.0, $0.1] }, areCut: false)
    }
}

/// Assigns each exported card a unique prefix of file names: "card", "card-2", "card-3".
private struct FileStems {
    private var taken: Set<String> = []
    /// The next number to try, by prefix: thousands of cards may have the same name.
    private var numbers: [String: Int] = [:]

    mutating func next(_ stem: String) -> String {
        while true {
            let number = numbers[stem, default: 1]
            numbers[stem] = number + 1
            let name = number == 1 ? stem : "\(stem)-\(number)"
            if taken.insert(name).inserted { return name }
        }
    }
}
