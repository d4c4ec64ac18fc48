internal import Cards

extension CommandRunner {
    /// The version, and what was found of the libraries and programs that features need.
    func showFeatures(version: String) async throws {
        try output.print("\(CommandTable.program) \(version)")
        let features = await tools.features()
        try write(rows: features.map { [$0.name, $0.provider, $0.isFound ? "found" : "missing"] })
    }
}
