/// What a figure must not exceed, or must reach.
struct Limit {
    private let value: Double
    private let unit: String
    private let isLeast: Bool

    static func atMost(_ value: Double, _ unit: String) -> Limit { Limit(value: value, unit: unit, isLeast: false) }
    static func atLeast(_ value: Double, _ unit: String) -> Limit { Limit(value: value, unit: unit, isLeast: true) }

    var text: String {
        let number = Table.text(value, digits: value == value.rounded() ? 0 : 1)
        return (isLeast ? "at least " : "at most ") + (unit.isEmpty ? number : number + " " + unit)
    }

    /// Whether it is met. What could not be measured does not meet it.
    func verdict(on figure: Double?) -> String {
        guard let figure else { return "not met" }
        return (isLeast ? figure >= value : figure <= value) ? "met" : "not met"
    }
}
