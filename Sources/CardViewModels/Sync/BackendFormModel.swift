public import Basics
public import Cards

/// The form for a backend where none is set: what was typed, and why it does not work. The credentials are only in this object until
/// they are saved.
@MainActor
public final class BackendFormModel: ScreenModel {
    public enum Field: CaseIterable, Hashable, Sendable { case url, service, credentials }

    @Observed public var proposal = BackendProposal() {
        didSet { if proposal != oldValue { problem = nil } }
    }
    /// Whether the backend is being tried.
    @Observed public private(set) var isTrying = false
    /// Why the last attempt failed.
    @Observed public private(set) var problem: String?

    private let setup: any BackendSetup
    private let context: ScreenContext
    /// Receives the loader of the saved backend.
    private let onSaved: @MainActor (any CardLoader) async -> Void

    init(setup: any BackendSetup, context: ScreenContext, onSaved: @escaping @MainActor (any CardLoader) async -> Void)
    {
        (self.setup, self.context, self.onSaved) = (setup, context, onSaved)
        setup.prepare()
    }

    public func toggleService() { proposal.kind = proposal.kind == .myCards ? .firebase : .myCards }

    /// Tries the backend and, if it answers with a list, saves it. Esc cancels that.
    public func save() {
        guard !isTrying else { return }
        guard !proposal.url.isEmpty else { return problem = "Enter an address." }
        isTrying = true
        problem = nil
        let proposal = proposal.withScheme
        context.activities.run("Testing the backend") { [self] in
            defer { isTrying = false }
            do {
                let count = try await setup.tryOut(proposal)
                try Task.checkCancellation()
                let loader = try await setup.save(proposal)
                self.proposal.credentials = ""
                await onSaved(loader)
                context.post(Message("The backend is set up. It has \(LoaderText.cards(count))."))
            } catch is CancellationError {
                problem = "Stopped. Nothing was changed."
            } catch {
                problem = error.message
            }
        }
    }
}
