/// Cards in which both sides changed the same field: the local value is used, the backend's is kept beside it until the user
/// resolves the conflict.
public protocol ConflictKeeping: Sendable {
    /// The conflict of this card; nil for none. If several backends disagree, one after the other.
    func conflict(of identifier: CardID) async throws -> CardConflict?

    /// The cards with a conflict, in list order.
    func conflictedCards() async throws -> [CardSummary]

    /// Whether there are cards with a conflict, without reading them.
    func hasConflictedCards() async throws -> Bool

    /// Writes the resolution as one step, and discards the backend's values of these fields. A field whose value has changed on
    /// either side since it was shown is left unchanged and in conflict. Returns the resolved fields: none if the card is gone.
    func resolve(_ choice: ConflictChoice) async throws -> Set<CardField>
}

/// The values of a backend, or of an imported file, that conflict with local changes of one card.
public struct CardConflict: Hashable, Sendable {
    /// The other side: see ``BackendID/program``.
    public let backend: BackendID
    /// Its values of ``fields``; other values are not valid.
    public let theirs: Card
    public let fields: Set<CardField>
    /// What people call the other side, if it is a device.
    public let deviceName: String?
    /// Whether the values were set here: the card shows those that another device set at the same time.
    public let isFromThisDevice: Bool

    public init(
        backend: BackendID, theirs: Card, fields: Set<CardField>, deviceName: String? = nil,
        isFromThisDevice: Bool = false
    ) {
        (self.backend, self.theirs, self.fields, self.deviceName) = (backend, theirs, fields, deviceName)
        self.isFromThisDevice = isFromThisDevice
    }
}

/// The user's resolution of a ``CardConflict``, and the values that were shown.
public struct ConflictChoice: Hashable, Sendable {
    public let conflict: CardConflict
    /// The local card when it was shown.
    public let mine: Card
    /// The new values of ``fields``.
    public let result: Card
    /// The resolved fields. Others stay unchanged and in conflict.
    public let fields: Set<CardField>

    public init(of fields: Set<CardField>, in conflict: CardConflict, mine: Card, result: Card) {
        (self.conflict, self.mine, self.result, self.fields) = (conflict, mine, result, fields)
    }

    public var identifier: CardID { mine.identifier }
}
