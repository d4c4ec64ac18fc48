/// Why a journey could not go on, in words.
struct JourneyError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
