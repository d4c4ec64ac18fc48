internal import Cards

/// All tables over one connection. Operations on several tables are in extensions, and always run inside a transaction of the
/// caller.
struct Tables {
    let cards: CardTable
    let log: ChangeLog
    let photos: PhotoTable
    let usage: UsageTable
    let manualOrder: ManualOrderTable
    let backends: BackendTable
    let shadows: ShadowTable
    let conflicts: ConflictTable
    let pending: PendingUploadTable
    let acknowledged: AcknowledgedTable
    let steps: StepTable
    let trash: TrashTable
    let origins: OriginTable
    let ledger: LedgerTable
    let vault: VaultTable

    /// - Parameter day: the day of an instant in the user's zone.
    init(_ connection: Connection, day: @escaping (Timestamp) -> CalendarDay = { $0.day }) {
        cards = CardTable(connection: connection)
        log = ChangeLog(connection: connection)
        photos = PhotoTable(connection: connection)
        usage = UsageTable(connection: connection)
        manualOrder = ManualOrderTable(connection: connection)
        backends = BackendTable(connection: connection)
        shadows = ShadowTable(connection: connection)
        conflicts = ConflictTable(connection: connection)
        pending = PendingUploadTable(connection: connection)
        acknowledged = AcknowledgedTable(connection: connection)
        steps = StepTable(connection: connection)
        trash = TrashTable(connection: connection)
        origins = OriginTable(connection: connection)
        ledger = LedgerTable(connection: connection, day: day)
        vault = VaultTable(connection: connection)
    }

    // Only sharing and imports use these.
    var remotes: RemoteTable { RemoteTable(connection: vault.connection) }
    var batches: BatchTable { BatchTable(connection: vault.connection) }
    var remoteState: RemoteStateTable { RemoteStateTable(connection: vault.connection) }
    var versions: CardVersionsTable { CardVersionsTable(connection: vault.connection) }
    /// Beside the cards.
    var secrets: SecretTable { SecretTable(connection: vault.connection) }
    var sharedSecrets: SharedSecretTable { SharedSecretTable(connection: vault.connection) }
    var importUndo: ImportUndoTable { ImportUndoTable(connection: vault.connection) }
}
