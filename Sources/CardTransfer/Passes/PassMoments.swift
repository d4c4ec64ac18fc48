internal import Cards

/// When a pass matters: its dates of relevance, and those of its semantic tags, which say what happens then. What is no date is left out;
/// ``WalletPass`` remarks on those that a card's days come from.
struct PassMoments {
    /// A pass that was made to fill memory has more.
    static let maximum = 20

    private(set) var moments: [CardMoment] = []

    /// - Parameter fields: those of the pass, which may have semantic tags of their own.
    init(_ pass: JSON, fields: [JSON]) {
        for tags in [pass["semantics"]].compactMap({ $0 }) + fields.compactMap({ $0["semantics"] }) { readTags(tags) }
        for date in [pass["relevantDate"]].compactMap({ $0 }) + (pass["relevantDates"]?.array ?? []) {
            if date.string != nil {
                add(.relevant, [date])
            } else {
                add(.relevant, [date["startDate"], date["date"]], date["endDate"])
            }
        }
    }

    private mutating func readTags(_ tags: JSON) {
        add(.event, [tags["eventStartDate"], tags["eventStartDateInfo"]?["date"]], tags["eventEndDate"])
        for (kind, name) in [(CardMoment.Kind.boarding, "Boarding"), (.departure, "Departure"), (.arrival, "Arrival")] {
            // What changed counts.
            add(kind, [tags["current\(name)Date"], tags["original\(name)Date"]])
        }
    }

    /// A second one at the same time says nothing new.
    /// - Parameter starts: the first that can be read counts.
    private mutating func add(_ kind: CardMoment.Kind, _ starts: [JSON?], _ end: JSON? = nil) {
        guard moments.count < Self.maximum,
            let start = starts.lazy.compactMap({ $0?.string.flatMap { Moment($0) } }).first
        else { return }
        func isSame(_ other: Moment) -> Bool {
            start.instant.map { $0 == other.instant } ?? (start == other)
        }
        if kind == .relevant
            ? moments.contains(where: { isSame($0.start) })
            : moments.contains(where: { $0.kind == kind && isSame($0.start) })
        {
            return
        }
        moments.append(CardMoment(kind, from: start, to: end?.string.flatMap(Moment.init)))
    }
}
