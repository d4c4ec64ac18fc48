import Cards

/// What can be done about the places over which the cards are shared, and about the devices that share them.
extension SyncModel {
    /// Whether a place or another device is selected.
    public var canForget: Bool {
        switch selection {
        case .remote, .device: true
        default: false
        }
    }

    /// Asks whether the selected place is removed, or the selected device forgotten.
    public func askToForget() {
        guard let control = context.services.sharing else { return }
        switch selection {
        case .remote(let remote):
            guard let name = RemoteAddress(remote)?.place else { return }
            // Without a place and a backend there is nothing to show.
            let isLast = remotes.count == 1 && !hasBackend
            ask(
                "Stop sharing", "Stop sharing the cards through \(name)? They stay here and there.", "stop",
                leaves: isLast
            ) {
                try await control.remove(remote)
                return "The cards are no longer shared through \(name)."
            }
        case .device(let identifier):
            guard let device = devices.first(where: { $0.id == identifier }) else { return }
            let name = device.name.isEmpty ? "the device without a name" : device.name.shortName
            ask(
                "Forget a device",
                "Forget \(name)? Other devices will no longer wait for it. The changes it sent are kept.", "forget"
            ) {
                try await control.forget(identifier)
                return "Forgot \(name)."
            }
        default: break
        }
    }

    private func ask(
        _ title: String, _ question: String, _ label: String, leaves: Bool = false,
        _ perform: @escaping @Sendable () async throws -> String
    ) {
        context.prompts.show(
            Prompt(
                .share, title: title, text: question,
                choices: [
                    Prompt.Choice("y", label) { [self] in
                        context.activities.run(title) { [self] in
                            let outcome = try await perform()
                            await readSharing()
                            if leaves { context.navigator.popThrough(self) }
                            context.post(Message(outcome))
                        }
                    }, Prompt.Choice("n", "cancel"),
                ]))
    }
}
