internal import Cards

/// The words of any error, for people.
func words(for error: any Error) -> String {
    (error as? any UserFacingError)?.userMessage ?? "Something went wrong: \(error)."
}
