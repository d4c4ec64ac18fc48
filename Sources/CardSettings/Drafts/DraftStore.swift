public import Cards
internal import Glibc

/// Keeps drafts as files in a folder of the state directory: one a card and process, for their owner alone, each replaced
/// whole. Nothing is made or read before the first call.
///
/// A process holds a lock on a file of its name while it has drafts; a draft whose process holds none is left over. Photos
/// stand beside the drafts under the name of their hash, until no draft names them.
public actor DraftStore: DraftKeeping {
    private let folder: String
    /// Ourselves.
    private let process: DraftProcess
    private let tell: @Sendable (DraftProblem) -> Void
    /// Locks of our own and of the dead whose drafts we were given.
    private var locks: [DraftProcess: HeldLock] = [:]

    /// `tell` hears of drafts and photos that could not be read.
    public init(
        folder: String, process: DraftProcess = .current, tell: @escaping @Sendable (DraftProblem) -> Void = { _ in }
    ) {
        (self.folder, self.process, self.tell) = (folder, process, tell)
    }

    /// Throws ``FileError``.
    public func save(_ draft: StoredDraft) async throws {
        try Folder.make(folder)
        try lock(draft.key.process)
        let bytes = DraftFile.bytes(of: draft)
        // Against a sweep by another process between a photo and the draft that names it.
        let guarding = draft.photos.isEmpty ? nil : lockFolder()
        // The smallest first: on a full disk what was cut from a photo is worth more than the photo, and what was typed most of all.
        var failure: FileError?
        for (hash, photo) in draft.photos.sorted(by: { $0.value.count < $1.value.count })
        where access(path(DraftFile.photoName(of: hash)), F_OK) != 0 {
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

    /// Throws ``FileError`` when the draft is still there.
    public func remove(_ key: StoredDraft.Key) async throws {
        let path = path(DraftFile.name(of: key))
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(path: path, action: .write, errno: errno)
        }
        let names = Folder.names(in: folder)
        sweepPhotos(names)
        release(key.process, unlessIn: names)
    }

    public func leftovers() async -> [StoredDraft] {
        AtomicFile.sweep(folder)
        let names = Folder.names(in: folder)
        let keys = names.compactMap(DraftFile.key)
        let drafts = Set(keys.map(\.process)).filter(isGone).flatMap { process in
            keys.filter { $0.process == process }.compactMap(read)
        }
        // Locks of processes that ended without a draft, or whose only draft is damaged.
        let left = Folder.names(in: folder)
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

    /// Nil, told, and put aside when it is no draft; nil when it has just been removed.
    private func read(_ key: StoredDraft.Key) -> StoredDraft? {
        let path = path(DraftFile.name(of: key))
        do {
            let bytes = try FileReading.bytes(ofFile: path, limit: DraftFile.maximumBytes)
            guard let (found, photos) = DraftFile.read(bytes, key: key) else {
                putAside(path)
                return nil
            }
            var draft = found
            for hash in photos { draft.photos[hash] = photo(hash) }
            return draft
        } catch {
            if error.kind != .missing { tell(.unreadable(error)) }
            return nil
        }
    }

    private func photo(_ hash: PhotoHash) -> [UInt8]? {
        let path = path(DraftFile.photoName(of: hash))
        let bytes = try? FileReading.bytes(ofFile: path, limit: DraftFile.maximumPhotoBytes)
        if let bytes, PhotoHash(of: bytes) == hash { return bytes }
        tell(.photoLost(path: path))
        return nil
    }

    /// A damaged file is kept under another name: someone may still find words in it.
    private func putAside(_ path: String) {
        let aside = path + DraftFile.damagedSuffix
        guard rename(path, aside) == 0 else { return tell(.damaged(path: path)) }
        tell(.damaged(path: aside))
    }

    /// Removes the photos that no draft names. While a damaged file is there nobody knows what it named, so nothing goes.
    private func sweepPhotos(_ names: [String]) {
        guard names.contains(where: { $0.hasSuffix(DraftFile.photoSuffix) }) else { return }
        let guarding = lockFolder()
        let names = Folder.names(in: folder)
        var named: Set<String> = []
        for name in names {
            if name.hasSuffix(DraftFile.damagedSuffix) { return }
            guard let key = DraftFile.key(fromName: name) else { continue }
            guard let bytes = try? FileReading.bytes(ofFile: path(name), limit: DraftFile.maximumBytes),
                let draft = DraftFile.read(bytes, key: key)
            else { return }
            named.formUnion(draft.photos.map(DraftFile.photoName))
        }
        for name in names where name.hasSuffix(DraftFile.photoSuffix) && !named.contains(name) { unlink(path(name)) }
        withExtendedLifetime(guarding) {}
    }

    // MARK: - Locks

    private func lock(_ process: DraftProcess) throws(FileError) {
        if locks[process] != nil { return }
        switch try ProcessLock.take(path(DraftFile.lockName(of: process)), waiting: true) {
        case .held(let lock): locks[process] = HeldLock(lock)
        case .heldElsewhere: break
        }
    }

    /// Whether the process is another one and has ended; from then on its lock is ours.
    private func isGone(_ process: DraftProcess) -> Bool {
        if process == self.process { return false }
        if locks[process] != nil { return true }
        guard let outcome = try? ProcessLock.take(path(DraftFile.lockName(of: process)), waiting: false) else {
            return false
        }
        switch consume outcome {
        case .held(let lock):
            locks[process] = HeldLock(lock)
            return true
        case .heldElsewhere: return false
        }
    }

    /// Ends what is held for a process that has no more drafts among these files.
    private func release(_ process: DraftProcess, unlessIn names: [String]) {
        guard !names.contains(where: { DraftFile.key(fromName: $0)?.process == process }) else { return }
        locks.removeValue(forKey: process)?.remove()
    }

    /// Nil where it cannot be locked: a sweep is then a small risk, a draft that is not saved a sure loss.
    private func lockFolder() -> HeldLock? {
        guard case .held(let lock) = try? ProcessLock.take(path("photos.lock"), waiting: true) else { return nil }
        return HeldLock(lock)
    }
}

/// A lock that can stand in a dictionary.
private final class HeldLock {
    private var lock: ProcessLock?
    init(_ lock: consuming ProcessLock) { self.lock = consume lock }
    /// Gives it back with its file.
    func remove() { lock.take()?.remove() }
}

/// A draft, or a part of one, that could not be read. Nothing was deleted.
public enum DraftProblem: UserFacingError, Hashable {
    /// It stands at this path now.
    case damaged(path: String)
    case photoLost(path: String)
    case unreadable(FileError)

    public var userMessage: String {
        switch self {
        case .damaged(let path): "A form that was being filled in could not be read. It was kept as \(path)."
        case .photoLost(let path): "A photo of a form that was being filled in is missing or damaged: \(path)."
        case .unreadable(let error): "A form that was being filled in could not be read. \(error.userMessage)"
        }
    }
}
