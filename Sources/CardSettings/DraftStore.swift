internal import Basics
public import Cards
internal import Glibc

/// Stores drafts as files in a folder of the state directory: one per card and process, readable by the owner only,
/// each replaced atomically. It reads and creates nothing before the first call.
///
/// A process holds a lock on a file of its name while it has drafts; a draft whose process holds no lock is left over.
/// Photos are stored beside the drafts under the name of their hash, until no draft names them.
public actor DraftStore: DraftKeeping {
    private let folder: String
    /// This process.
    private let process: DraftProcess
    private let report: @Sendable (DraftProblem) -> Void
    /// The locks of this process, and of ended processes whose drafts were returned.
    private var locks: [DraftProcess: HeldLock] = [:]

    /// - Parameter report: receives drafts and photos that could not be read.
    public init(
        folder: String, process: DraftProcess = .current, report: @escaping @Sendable (DraftProblem) -> Void = { _ in }
    ) {
        self.folder = folder
        self.process = process
        self.report = report
    }

    /// Throws ``FileError``.
    public func save(_ draft: StoredDraft) async throws {
        try Folder.make(folder)
        try lock(draft.key.process)
        let bytes = DraftFile.bytes(of: draft)
        // Prevents a sweep by another process between writing a photo and the draft that names it.
        let guarding = draft.photos.isEmpty ? nil : lockFolder()
        // Smallest first: on a full disk a crop is worth more than the original photo, and the text most of all.
        var failure: FileError?
        for (hash, photo) in draft.photos.sorted(by: { $0.value.count < $1.value.count })
        where !FileReading.exists(path(DraftFile.photoName(of: hash))) {
            do {
                try AtomicFile.write(photo, to: path(DraftFile.photoName(of: hash)))
            } catch {
                failure = error
            }
        }
        try AtomicFile.write(bytes, to: path(DraftFile.name(of: draft.key)))
        withExtendedLifetime(guarding) {}
        if let failure { throw failure }
    }

    /// Throws ``FileError`` if the draft still exists.
    public func remove(_ key: StoredDraft.Key) async throws {
        let path = path(DraftFile.name(of: key))
        guard unlink(PathText.cString(path)) == 0 || errno == ENOENT else {
            throw FileError(path: path, action: .write, errno: errno)
        }
        let names = PathText.names(inFolder: folder)
        sweepPhotos(names)
        release(key.process, unlessIn: names)
    }

    /// Throws ``FileError`` if one of them still exists. Damaged drafts of the cards are removed, too.
    public func removeAll(of cards: Set<CardID>) async throws {
        let drafts = PathText.names(inFolder: folder).compactMap { name -> (path: String, process: DraftProcess)? in
            let isDamaged = name.hasSuffix(DraftFile.damagedSuffix)
            let draft = isDamaged ? String(name.dropLast(DraftFile.damagedSuffix.count)) : name
            guard let key = DraftFile.key(fromName: draft), cards.contains(key.card) else { return nil }
            return (path(name), key.process)
        }
        if drafts.isEmpty { return }
        for draft in drafts where unlink(PathText.cString(draft.path)) != 0 && errno != ENOENT {
            throw FileError(path: draft.path, action: .write, errno: errno)
        }
        let names = PathText.names(inFolder: folder)
        sweepPhotos(names)
        for process in Set(drafts.map(\.process)) { release(process, unlessIn: names) }
    }

    public func leftovers() async -> [StoredDraft] {
        AtomicFile.sweep(folder)
        // Beside the folder of drafts, in that of the program's state.
        PrivateFile.sweep(AtomicFile.folder(of: folder))
        let names = PathText.names(inFolder: folder)
        let keys = names.compactMap(DraftFile.key)
        let drafts = Set(keys.map(\.process)).filter(isGone).flatMap { process in
            keys.filter { $0.process == process }.compactMap(read)
        }
        // Locks of processes that ended without a draft, or whose only draft is damaged.
        let left = PathText.names(inFolder: folder)
        for name in left where name.hasSuffix(DraftFile.lockSuffix) {
            guard let process = DraftProcess(String(name.dropLast(DraftFile.lockSuffix.count))), isGone(process) else {
                continue
            }
            release(process, unlessIn: left)
        }
        return drafts.sorted { ($0.time, $0.key.card) < ($1.time, $1.key.card) }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { folder + "/" + name }

    /// Nil if it was removed meanwhile; also if it is damaged, which is reported, and the file is set aside.
    private func read(_ key: StoredDraft.Key) -> StoredDraft? {
        let path = path(DraftFile.name(of: key))
        do {
            let bytes = try FileReading.bytes(ofFile: path, limit: DraftFile.maximumBytes)
            guard let (found, photos) = DraftFile.read(bytes, key: key) else {
                setAside(path)
                return nil
            }
            var draft = found
            for hash in photos { draft.photos[hash] = photo(hash) }
            return draft
        } catch {
            if error.kind != .missing { report(.unreadable(error)) }
            return nil
        }
    }

    private func photo(_ hash: PhotoHash) -> [UInt8]? {
        let path = path(DraftFile.photoName(of: hash))
        let bytes = try? FileReading.bytes(ofFile: path, limit: DraftFile.maximumPhotoBytes)
        if let bytes, PhotoHash(of: bytes) == hash { return bytes }
        report(.photoLost(path: path))
        return nil
    }

    /// Keeps a damaged file under another name: its text may still be readable.
    private func setAside(_ path: String) {
        let aside = path + DraftFile.damagedSuffix
        guard rename(PathText.cString(path), PathText.cString(aside)) == 0 else { return report(.damaged(path: path)) }
        report(.damaged(path: aside))
    }

    /// Removes the photos that no draft names. Does nothing while there is a damaged file, whose photos are unknown.
    private func sweepPhotos(_ names: [String]) {
        guard names.contains(where: { $0.hasSuffix(DraftFile.photoSuffix) }) else { return }
        let guarding = lockFolder()
        let names = PathText.names(inFolder: folder)
        var named: Set<String> = []
        for name in names {
            if name.hasSuffix(DraftFile.damagedSuffix) { return }
            guard let key = DraftFile.key(fromName: name) else { continue }
            guard let bytes = try? FileReading.bytes(ofFile: path(name), limit: DraftFile.maximumBytes),
                let draft = DraftFile.read(bytes, key: key)
            else { return }
            named.formUnion(draft.photos.map(DraftFile.photoName))
        }
        for name in names where name.hasSuffix(DraftFile.photoSuffix) && !named.contains(name) {
            unlink(PathText.cString(path(name)))
        }
        withExtendedLifetime(guarding) {}
    }

    // MARK: - Locks

    private func lock(_ process: DraftProcess) throws(FileError) {
        if locks[process] != nil { return }
        switch try ProcessLock.acquire(path(DraftFile.lockName(of: process)), waiting: true) {
        case .held(let lock): locks[process] = HeldLock(lock)
        case .heldElsewhere: break
        }
    }

    /// Whether it is another process and has ended; its lock is then held by this process.
    private func isGone(_ process: DraftProcess) -> Bool {
        if process == self.process { return false }
        if locks[process] != nil { return true }
        guard let outcome = try? ProcessLock.acquire(path(DraftFile.lockName(of: process)), waiting: false) else {
            return false
        }
        switch consume outcome {
        case .held(let lock):
            locks[process] = HeldLock(lock)
            return true
        case .heldElsewhere: return false
        }
    }

    /// Releases the lock of a process that has no more drafts among these files.
    private func release(_ process: DraftProcess, unlessIn names: [String]) {
        guard !names.contains(where: { DraftFile.key(fromName: $0)?.process == process }) else { return }
        locks.removeValue(forKey: process)?.remove()
    }

    /// Nil if it cannot be locked: a sweep is then a small risk, not saving the draft a certain loss.
    private func lockFolder() -> HeldLock? {
        guard case .held(let lock) = try? ProcessLock.acquire(path("photos.lock"), waiting: true) else { return nil }
        return HeldLock(lock)
    }
}

/// A draft, or a part of one, that could not be read. Nothing was deleted.
public enum DraftProblem: UserFacingError, Equatable {
    /// The file was moved to this path.
    case damaged(path: String)
    case photoLost(path: String)
    case unreadable(FileError)

    public var userMessage: String {
        switch self {
        case .damaged(let path): "A draft could not be read. It was moved to \(path)."
        case .photoLost(let path): "A photo of a draft is missing or damaged: \(path)."
        case .unreadable(let error): "A draft could not be read. \(error.userMessage)"
        }
    }
}

/// The file format of a draft: its JSON form, and the file name, which contains card and process. Photos are separate files.
enum DraftFile {
    static let suffix = ".draft"
    static let lockSuffix = ".lock"
    static let photoSuffix = ".photo"
    static let damagedSuffix = ".damaged"
    /// A larger file is no draft: photos are separate.
    static let maximumBytes = 16 << 20
    /// The limit of a photo in a card file.
    static let maximumPhotoBytes = 64 << 20

    private enum Key {
        static let time = "time"
        static let form = "form"
        static let photos = "photos"
    }

    static func name(of key: StoredDraft.Key) -> String { key.card.text + "." + key.process.text + suffix }

    static func lockName(of process: DraftProcess) -> String { process.text + lockSuffix }

    static func photoName(of hash: PhotoHash) -> String { hash.text + photoSuffix }

    /// Nil if the name is not that of a draft. Identifiers contain no full stop, so the parts are unambiguous.
    static func key(fromName name: String) -> StoredDraft.Key? {
        guard name.hasSuffix(suffix) else { return nil }
        let parts = name.dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let card = CardID(String(parts[0])), let process = DraftProcess(String(parts[1])) else {
            return nil
        }
        return StoredDraft.Key(card: card, process: process)
    }

    static func bytes(of draft: StoredDraft) -> [UInt8] {
        JSONWriter.bytes(
            of: .object([
                Key.time: .string(draft.time.text),
                Key.form: draft.form,
                Key.photos: .array(draft.photos.keys.map(\.text).sorted().map { .string($0) }),
            ]))
    }

    /// The draft without its photos' bytes, and the photos that it names. Nil if the bytes are no draft.
    static func read(_ bytes: [UInt8], key: StoredDraft.Key) -> (draft: StoredDraft, photos: [PhotoHash])? {
        guard let json = try? JSONParser.parse(bytes), let form = json[Key.form],
            let time = json[Key.time]?.string.flatMap({ Timestamp($0) }), let names = json[Key.photos]?.array
        else { return nil }
        let photos = names.compactMap { $0.string.flatMap { PhotoHash($0) } }
        guard photos.count == names.count else { return nil }
        return (StoredDraft(key: key, form: form, time: time), photos)
    }
}
