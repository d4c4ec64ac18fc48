internal import Dispatch
internal import Synchronization

/// Reads the cards of a file in batches, in the order of the file, so that the whole file is never in memory. It accesses no store.
///
/// Each file format is a source. A share link is not: it holds one card, which the user reviews first.
public protocol CardSource: Sendable {
    /// The next batch, which may be empty; nil at the end. Throws errors that make the whole file invalid; nothing is imported
    /// then.
    mutating func next() throws -> [ImportedCard]?
}

/// Reads the cards of a store that is in a file: a backup. Throws ``StoreError``: the file is damaged, is no card store or was written by a
/// newer version. The file stays as it is.
public typealias StoreFileReader = @Sendable (_ path: String) throws -> any CardSource

/// One element of a file: a card's patch, or the reason why the element is not a card.
public struct ImportedCard: Sendable {
    /// The position of an element in the file.
    public enum Position: Sendable {
        /// The element's number and its first line, both from 1.
        case element(Int, line: Int)
        case key(String)
        /// An entry of an archive, or a file of several.
        case file(String)

        /// `card 3, line 7` or `card "A-1"`.
        public var text: String {
            switch self {
            case .element(let number, let line): "card \(number), line \(line)"
            case .key(let key): "card \"\(key.prefix(40))\""
            case .file(let name): String(name.prefix(80))
            }
        }
    }

    /// Indirect: an import passes it on several times, and a patch has half a kilobyte.
    public indirect enum Content: Sendable {
        case patch(CardPatch)
        /// Not a card; a reason such as "the card has no identifier".
        case rejected(reason: String)
    }

    public var position: Position
    public private(set) var content: Content
    /// Where the card came from; nil for our own format, whose cards have an identifier of ours.
    public let origin: CardOrigin?
    /// The file that the card came from, where it is kept beside the card: see ``CardOrigin/attachment``.
    public let attachment: [UInt8]?
    /// The entries of the card's ledger, which a card that is not here yet gets with it; nil for a file that has no ledgers.
    public let ledger: [LedgerEntry]?
    /// The secret fields that the file has of the card.
    public let secrets: [CardSecret]
    /// The fields whose moments are the same in the file that is kept of the last import. Their days stay: those of a reader elsewhere would
    /// differ, and nothing has changed.
    public var sameMoments: (@Sendable ([UInt8]) -> FieldSet)?
    /// The fields of which the file has all that its program has: where the card has no value, somebody removed it there. Of others the file says
    /// nothing, or what could not be read.
    public var complete: FieldSet = []
    /// What undo of older imports needs of an earlier ``attachment``: the same without its pictures. Nil for what cannot be read.
    public var reduced: (@Sendable ([UInt8]) -> [UInt8]?)?
    /// What of the card could not be taken: "the currency \"EURO\" is unknown, and was left out".
    public private(set) var remarks: [String]
    /// Whether the file only says that the card was used, not when: the day that an earlier import took stays.
    public var guessesDayOfUse = false

    public init(
        _ content: Content, at position: Position, origin: CardOrigin? = nil, attachment: [UInt8]? = nil,
        ledger: [LedgerEntry]? = nil, secrets: [CardSecret] = [], remarks: [String] = []
    ) {
        self.content = content
        self.position = position
        self.origin = origin
        self.attachment = attachment
        self.ledger = ledger
        self.secrets = secrets
        self.remarks = remarks
        guard case .patch(let patch) = content else { return }
        if let problem = patch.balanceProblem { self.remarks.append("the balance was kept as it is, but \(problem)") }
        if patch.usesUnarchived { self.content = .patch(patch.archived) }
    }
}

extension CardPatch {
    /// Whether it has the day on which a card was used, but does not put it away.
    fileprivate var usesUnarchived: Bool {
        fields.contains(.used) && values.used != nil && !values.isArchived
    }

    /// Who uses a card puts it away.
    fileprivate var archived: CardPatch {
        var patch = self
        patch.values.setArchived(true)
        patch.fields.insert(.isArchived)
        return patch
    }

    /// Why nobody could type this balance; nil where somebody could, and where its unit is not known here.
    fileprivate var balanceProblem: String? {
        guard fields.contains(.balance), fields.contains(.currency) else { return nil }
        return BalanceUnit(code: values.currency).problem(with: values.balance)
    }
}

/// Reads a source one batch ahead on a second thread, so that parsing overlaps with writing to the store. Only one thread at a time
/// may call ``next()``.
final class ReadAhead: Sendable {
    private struct State {
        var source: any CardSource
        var batch: Result<[ImportedCard]?, any Error>

        mutating func read() { batch = Result { try source.next() } }
    }

    private let queue = DispatchQueue(label: "cards-tui.import")
    private let state: Mutex<State>

    init(_ source: any CardSource) {
        state = Mutex(State(source: source, batch: .success([])))
    }

    /// The next batch; nil at the end. Throws the source's errors; there is no batch after an error.
    func next() throws -> [ImportedCard]? {
        // Waits for the current read.
        let batch = try queue.sync { try state.withLock { try $0.batch.get() } }
        if batch != nil { queue.async { [self] in state.withLock { $0.read() } } }
        return batch
    }
}
