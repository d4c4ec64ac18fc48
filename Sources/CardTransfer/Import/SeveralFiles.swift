internal import Cards
internal import Synchronization

/// The cards of several files, one file after the other: each is opened when its turn comes, so that one is in memory at a time.
/// Positions and errors name the file.
struct SeveralFiles: CardSource {
    /// A picture was read before the transaction, since that takes long.
    enum Part: Sendable {
        case file(ImportInput)
        case card(ImportedCard)
    }

    private var parts: ArraySlice<Part>
    private var current: (name: String, source: any CardSource)?
    private let request: ImportRequest
    let formats: RecognizedFormats

    init(_ parts: [Part], _ request: ImportRequest, formats: RecognizedFormats) {
        self.parts = parts[...]
        self.request = request
        self.formats = formats
    }

    mutating func next() throws -> [ImportedCard]? {
        if let name = current?.name {
            let cards: [ImportedCard]?
            do {
                cards = try current?.source.next()
            } catch {
                throw Self.named(error, name)
            }
            if let cards { return cards.map { $0.named(name) } }
            current = nil
        }
        guard let part = parts.popFirst() else { return nil }
        switch part {
        case .card(let card): return [card]
        case .file(let input):
            let file = try input.open()
            do {
                let recognized = try RecognizedFile(file, request)
                formats.add(recognized)
                current = (input.name, recognized.source)
            } catch {
                throw Self.named(error, input.name)
            }
            return []
        }
    }

    /// A cancelled import is no error of a file.
    static func named(_ error: any Error, _ name: String) -> any Error {
        error is CancellationError || error is StoreError ? error : ImportFileError(file: name, reason: error)
    }
}

/// The formats of the files of one import, each once, and how its tables were read.
final class RecognizedFormats: Sendable {
    private struct State {
        var formats: [FileFormat] = []
        var tables: [TableReading] = []
        var pictureNames: [PictureName] = []
    }

    private let state = Mutex(State())

    func add(_ file: RecognizedFile) {
        add(file.format)
        if let table = file.table { state.withLock { $0.tables.append(table) } }
    }

    func add(_ format: FileFormat) {
        state.withLock { state in
            if !state.formats.contains(format) { state.formats.append(format) }
        }
    }

    func add(_ name: PictureName) { state.withLock { $0.pictureNames.append(name) } }

    var pictureNames: [PictureName] { state.withLock { $0.pictureNames } }
    var formats: [FileFormat] { state.withLock { $0.formats } }
    var tables: [TableReading] { state.withLock { $0.tables } }
}

extension ImportedCard {
    /// The same with a position that names the file.
    fileprivate func named(_ file: String) -> ImportedCard {
        var copy = self
        // Without its folders, which would stand before what is to be read.
        copy.position = .file("\(file.lastPathPart.suffix(40)): \(position.text)")
        return copy
    }
}
