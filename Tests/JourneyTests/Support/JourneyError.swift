/// Why a journey could not continue.
struct JourneyError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
