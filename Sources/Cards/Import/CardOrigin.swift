/// Where a card came from: what another program calls it, and the very bytes that the program wrote, which an export writes back as
/// long as the card is not changed here. It is local to this machine, and no part of the card.
public struct CardOrigin: Equatable, Sendable {
    public let file: OriginFile
    /// The card's identifier in that program, or its number.
    public let key: String
    /// Whether the key tells which card it is. A number does not: people use that of their phone in several shops.
    public let isIdentifier: Bool
    /// Its position in the file, from 0.
    public let place: Int
    /// The card as the file has it, in the program's format; of a file that is kept as a whole, its hash in hexadecimal.
    public let raw: [UInt8]

    public init(file: OriginFile, key: String, isIdentifier: Bool = true, place: Int, raw: [UInt8] = []) {
        self.file = file
        self.key = key
        self.isIdentifier = isIdentifier
        self.place = place
        self.raw = raw
    }

    /// Of a file that is kept as a whole beside the card, under its hash, as photos are: a pass.
    public init(attachment: PhotoHash, file: OriginFile, key: String, isIdentifier: Bool = true, place: Int) {
        self.init(
            file: file, key: key, isIdentifier: isIdentifier, place: place, raw: Array(attachment.text.utf8))
    }

    public var program: String { file.program }

    /// The programs whose files are kept as a whole.
    public static let keepingFiles: Set<String> = ["pkpass"]

    /// Whether nothing else in the world has the key: it is the type and the serial number of a pass (`pass.shop/17`), and no number that
    /// every list counts from 1.
    public var isUnique: Bool { isIdentifier && Self.keepingFiles.contains(program) && !key.hasPrefix("/") }

    /// The hash of the file that is kept beside the card; nil for none.
    public var attachment: PhotoHash? {
        Self.keepingFiles.contains(program) ? PhotoHash(String(decoding: raw, as: UTF8.self)) : nil
    }
}

/// What a file of another program says of all its cards.
public struct OriginFile: Hashable, Sendable {
    /// The family of the format, such as "catima".
    public let program: String
    /// The columns, as the file has them; empty for a format without them.
    public let header: [UInt8]
    /// The groups in the order of the file, with those that no card is in.
    public let groups: [String]

    public init(program: String, header: [UInt8] = [], groups: [String] = []) {
        self.program = program
        self.header = header
        self.groups = groups
    }

    public static func == (left: OriginFile, right: OriginFile) -> Bool {
        left.program == right.program && left.header == right.header && left.groups.isSameText(as: right.groups)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(program)
        hasher.combine(header)
    }
}

/// What a store keeps of the origin of a card.
public struct KeptOrigin: Equatable, Sendable {
    public let origin: CardOrigin
    /// The card as the file had it, with its photos: what differs from it was changed here.
    public let base: Card

    public init(origin: CardOrigin, base: Card) { (self.origin, self.base) = (origin, base) }
}
