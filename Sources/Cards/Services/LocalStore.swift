/// The store's interface for the screens: cards, search, history.
public typealias LocalStore = CardStore & CardFinding & CardHistory & CardToggling & ThumbnailKeeping
    & ConflictKeeping & DamageFinding & LedgerKeeping & HistoryListing
