extension Int {
    /// With the thing that is counted: "1 card", "3 cards".
    public func counted(_ thing: String) -> String { "\(self) \(thing)" + (self == 1 ? "" : "s") }
}
