import Basics

/// Completes a typed path.
@MainActor
final class PathCompletion {
    /// The last components of the path's completions, if there are several.
    @Observed private(set) var suggestions: [String] = []

    /// The suggestions in one line; empty for none.
    var text: String { suggestions.joined(separator: "  ") }

    /// Extends a path to the longest common prefix of its completions, and suggests them if there are several.
    /// - Parameter typed: the path as it is typed; asked again after the completions are known.
    /// - Returns: the longer path; nil if it cannot be extended, or was changed meanwhile.
    func extend(_ typed: () -> String, by completions: (String) async -> [String]) async -> String? {
        let path = typed()
        let candidates = await completions(path)
        guard typed() == path else { return nil }
        suggestions = candidates.count > 1 ? candidates.map { Self.lastName($0) } : []
        let common = candidates.dropFirst().reduce(candidates.first ?? "") { $0.commonPrefix(with: $1) }
        return common.count > path.count ? common : nil
    }

    func forget() { if !suggestions.isEmpty { suggestions = [] } }

    private static func lastName(_ path: String) -> String {
        let isFolder = path.hasSuffix("/")
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return isFolder ? name + "/" : name
    }
}

extension String {
    func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
