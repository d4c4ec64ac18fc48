public import Basics
internal import Cards

/// The name of a group as it is changed. Nothing is renamed before ``finish()``.
@MainActor
public final class GroupNameModel: ScreenModel {
    /// The present name.
    public let group: String
    @Observed public var name: String {
        didSet { if name != oldValue { problem = nil } }
    }
    /// Why it was refused.
    @Observed public private(set) var problem: String?

    /// The names of the other groups.
    private let others: [String]
    /// Renames the group; nil where it keeps its name.
    private let perform: @MainActor (GroupNameModel, String?) -> Void

    init(
        _ group: String, among others: [String], perform: @escaping @MainActor (GroupNameModel, String?) -> Void
    ) {
        (self.group, name, self.others, self.perform) = (group, group, others, perform)
    }

    /// The other group that has the name, and would take the cards in, in its spelling; nil for none.
    public var joined: String? {
        let folded = TextFolding.fold(LocalInput.group(from: name))
        return others.first { TextFolding.fold($0) == folded }
    }

    public func finish() {
        let typed = LocalInput.group(from: name)
        if typed.isEmpty { return problem = "A group needs a name; the list of groups deletes it." }
        let new = joined ?? typed
        perform(self, new == group ? nil : new)
    }
}
