/// The store as the screens need it: cards, finding, and the way back.
public typealias LocalStore = CardStore & CardFinding & CardHistory & CardToggling & ThumbnailKeeping
    & ConflictKeeping & DamageFinding
