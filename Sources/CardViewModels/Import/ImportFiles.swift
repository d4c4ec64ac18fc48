internal import Basics
internal import CardTransfer
internal import Cards

/// The files that a typed text names: one file, the pictures of a folder, or several files and folders, quoted as in a shell. It holds no
/// file open, and finds them anew for each reading.
struct ImportFiles: Sendable {
    /// Bytes that are in no file, as of codes that were scanned; ``text`` is what they are called then. Nil for files.
    var content: [UInt8]?
    /// The files of one reading, in their order, and the state in which each was found.
    struct Version: Equatable, Sendable {
        let paths: [String]
        fileprivate let states: [FileVersion]
    }

    let text: String
    let files: any LocalFiles
    /// A file that was fetched from the web, in place of those that the text names.
    var fetched: FetchedFile?

    /// The files, each opened when its turn comes.
    /// - Parameter expected: how they were read before; nil at first. Throws ``FileHasChanged`` where one is another one by now.
    func inputs(expecting expected: Version?) async throws -> (inputs: [ImportInput], version: Version) {
        if let content {
            return ([ImportInput(name: text) { MemoryFile(content) }], Version(paths: [text], states: []))
        }
        if let fetched {
            let version = Version(paths: [fetched.name], states: [try fetched.open().version])
            return ([ImportInput(name: fetched.name) { fetched.open() }], version)
        }
        var paths: [String] = []
        for name in try await names() {
            for path in try await self.paths(of: name) where !SplitArchive.isPart(path) || !paths.contains(path) {
                paths.append(path)
            }
        }
        var states: [FileVersion] = []
        var opened: (any ReadableFile)?
        for path in paths {
            if Task.isCancelled { throw StoreError.stopped }
            let file = try open(path)
            states.append(try file.version)
            opened = file
        }
        let version = Version(paths: paths, states: states)
        if let expected, expected != version { throw FileHasChanged() }
        if paths.count == 1, let path = paths.first, let opened {
            return ([ImportInput(name: path) { opened }], version)
        }
        let inputs = zip(paths, states).map { path, state in
            ImportInput(name: path) {
                let file = try open(path)
                guard try file.version == state else { throw FileHasChanged() }
                return file
            }
        }
        return (SplitArchive.joining(inputs), version)
    }

    /// What these files are called in messages: by their name, that of their folder, or "3 files".
    func label(of version: Version) -> String {
        if version.paths.count == 1 { return version.paths[0] }
        let isFolder = version.paths.allSatisfy { $0.hasPrefix(text) }
        return isFolder ? text : version.paths.count.counted("file")
    }

    /// The text itself where there is such a file or folder, since a name may have blanks and quotes; else the names in it.
    private func names() async throws -> [String] {
        let names = DroppedPath.paths(in: text)
        guard names != [text], await !files.isFolder(text) else { return [text] }
        do {
            _ = try open(text)
            return [text]
        } catch {
            var missing: (any Error)?
            var count = 0
            for name in names where await !files.isFolder(name) {
                do {
                    _ = try open(name)
                } catch {
                    missing = missing ?? error
                    count += 1
                }
            }
            // Where there is none of them, it was meant as one name.
            if count == names.count { throw error }
            if let missing { throw missing }
            return names
        }
    }

    private func paths(of name: String) async throws -> [String] {
        guard await files.isFolder(name) else {
            return SplitArchive.paths(besides: name) { (try? open($0)) != nil }
        }
        let listing = try await files.listing(ofFolder: name) { _ in true }
        if listing.isCut { throw FolderIsTooFull(path: name) }
        return try ImportFolder.files(named: listing.entries.filter { !$0.isFolder }.map(\.name), in: name)
    }

    private func open(_ path: String) throws -> any ReadableFile {
        try files.file(path, limit: TransferLimits.fileBytes)
    }
}

/// The file is not the one that was looked at: its elements may be others than those that are left out.
struct FileHasChanged: UserFacingError {
    var userMessage: String {
        "The file has changed in the meantime. Nothing was imported: leave, and open the file again."
    }
}

/// Not all files of a folder are listed, so an import would leave some out.
struct FolderIsTooFull: UserFacingError {
    let path: String
    var userMessage: String { "\(path) has too many files: import fewer at a time. Nothing was imported." }
}
