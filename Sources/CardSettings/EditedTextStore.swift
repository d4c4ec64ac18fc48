internal import Basics
public import Cards
internal import Glibc

/// Stores edited texts in a folder of the state directory: each in a folder of its own, since editors write backups and swap files
/// beside it.
///
/// A process holds a lock beside the folder as long as it has not discarded the text; a text whose lock nobody holds is left over.
public actor EditedTextStore: EditedTextKeeping {
    private enum Name {
        static let text = "card.yaml"
        static let note = "note.json"
        static let lockSuffix = ".lock"
    }

    /// A card's note has 1 MB at most.
    private static let maximumText = 8 << 20

    private let folder: String
    /// By the folder of the text.
    private var locks: [String: HeldLock] = [:]

    /// - Parameter folder: it is created when needed, for its owner only.
    public init(folder: String) { self.folder = folder }

    public func keep(_ text: String, note: JSON) async throws -> EditedText {
        try Folder.make(folder)
        let own = folder + "/" + String(UInt64.random(in: .min ... .max), radix: 36)
        _ = try lock(own)
        do {
            guard mkdir(PathText.cString(own), 0o700) == 0 else {
                throw FileError(path: own, action: .write, errno: errno)
            }
            // The text last: without it there is nothing to go on with.
            try AtomicFile.write(JSONWriter.bytes(of: note), to: own + "/" + Name.note, followsLinks: false)
            try AtomicFile.write(Array(text.utf8), to: own + "/" + Name.text, followsLinks: false)
        } catch {
            remove(own)
            throw error
        }
        return EditedText(path: own + "/" + Name.text, note: note)
    }

    public func bytes(of text: EditedText) async throws -> [UInt8] {
        try FileReading.bytes(ofFile: text.path, limit: Self.maximumText)
    }

    public func replace(_ text: EditedText, with new: String) async throws {
        try AtomicFile.write(Array(new.utf8), to: text.path, followsLinks: false)
    }

    public func discard(_ text: EditedText) async { remove(AtomicFile.folder(of: text.path)) }

    public func leftovers() async -> [EditedText] {
        let names = PathText.names(inFolder: folder)
        let locked = names.filter { $0.hasSuffix(Name.lockSuffix) }.map { String($0.dropLast(Name.lockSuffix.count)) }
        let folders = names.filter { !$0.hasSuffix(Name.lockSuffix) }
        return Set(folders + locked).sorted().compactMap { name in
            let own = folder + "/" + name
            guard locks[own] == nil, (try? lock(own)) == true else { return nil }
            guard let text = leftover(in: own) else {
                remove(own)
                return nil
            }
            return text
        }
    }

    public func removeAll(of cards: Set<CardID>) async {
        let mine = Set(locks.keys)
        for text in await leftovers() {
            let own = AtomicFile.folder(of: text.path)
            if let card = text.note.flatMap({ CardID(ofDraft: $0) }), cards.contains(card) {
                remove(own)
            } else if !mine.contains(own) {
                // Its lock is released, so that it is offered as before.
                locks[own] = nil
            }
        }
    }

    /// Nil if the folder was made and no text was written to it.
    private func leftover(in own: String) -> EditedText? {
        let names = Set(PathText.names(inFolder: own))
        guard !names.subtracting([Name.note]).isEmpty else { return nil }
        let note = try? FileReading.bytes(ofFile: own + "/" + Name.note, limit: DraftFile.maximumBytes)
        return EditedText(
            path: own + "/" + Name.text, note: note.flatMap { try? JSONParser.parse($0) },
            hasOtherFiles: !names.isSubset(of: [Name.text, Name.note]))
    }

    /// - Returns: false if another process holds the lock.
    private func lock(_ own: String) throws(FileError) -> Bool {
        switch try ProcessLock.acquire(own + Name.lockSuffix, waiting: false) {
        case .held(let lock): locks[own] = HeldLock(lock)
        case .heldElsewhere: return false
        }
        return true
    }

    private func remove(_ own: String) {
        Folder.remove(own)
        locks.removeValue(forKey: own)?.remove()
    }
}
