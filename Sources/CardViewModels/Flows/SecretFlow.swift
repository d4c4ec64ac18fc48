internal import Cards

/// Shows, sets, copies and forgets the secret fields of the card on the page.
@MainActor
public struct SecretFlow {
    let context: ScreenContext

    /// The clipboard is cleared after this, where a command fills it.
    static let clipboardTime = Duration.seconds(45)

    private var page: CardModel? {
        context.navigator.top as? CardModel
    }

    public func toggle() {
        if let page { page.secrets.toggle(of: page.identifier) }
    }

    /// Opens the form of a secret field.
    /// - Parameter label: that of the field; nil for a new one.
    public func edit(_ label: String?) {
        guard let page, let card = page.card else { return }
        context.navigator.push(
            SecretFieldModel(card, labels: page.secrets.labels, label: label ?? "", context: context))
    }

    /// Copies a secret without showing it, and clears the clipboard some time later, if nothing else was copied from here since.
    public func copy(_ label: String) {
        guard let card = page?.identifier else { return }
        let services = context.services
        context.activities.runInBackground {
            let secrets = try await services.store.secrets(of: card)
            guard let secret = secrets.first(where: { $0.label.isSameText(as: label) }) else { return }
            let copy = context.copies.cancel()
            let outcome = try await services.clipboard.copy(secret.value)
            if outcome == .copied {
                context.copies.clear(after: Self.clipboardTime, copy: copy, services)
                let seconds = Self.clipboardTime.components.seconds
                return context.post(Message("Copied \(label.shortName); the clipboard is cleared in \(seconds) s"))
            }
            if outcome == .notAccepted { context.hooks.copy(secret.value) }
            context.post(Message("Sent to the terminal's clipboard, where it stays: \(label.shortName)"))
        }
    }

    /// Asks before deleting a field for good.
    /// - Parameter label: nil for all of the card.
    public func askToForget(_ label: String?) {
        guard let page, let card = page.card else { return }
        let what = CardSecret.object(label?.shortName)
        context.activities.run("Reading the backups") {
            var text = CardSecret.erasureQuestion(label?.shortName, of: card.name.shortName)
            if let left = await context.services.backups?.backups()?.leftCopies { text += " " + left }
            context.prompts.show(
                Prompt(
                    .forgetSecret, about: [card.identifier], title: "Delete forever", text: text, isIrreversible: true,
                    choices: [
                        Prompt.Choice("y", "delete") { forget(label, of: card, what) }, Prompt.Choice("n", "keep"),
                    ]))
        }
    }

    private func forget(_ label: String?, of card: Card, _ what: String) {
        context.activities.run("Deleting \(what)") {
            let isErased = try await context.services.erasure.eraseSecrets(label, of: card.identifier)
            context.post(
                Message(
                    isErased
                        ? "Deleted \(what) of \(card.name.shortName) forever"
                        : "\(card.name.shortName) has no secret fields"))
        }
    }
}
