internal import Cards

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
