public import Basics
public import Cards

/// The form for an address over which the cards are shared with other devices: what was typed, and why it does not work. Passwords and
/// passphrases come from the settings; nothing secret is typed here.
@MainActor
public final class SharingFormModel: ScreenModel {
    public enum Field: CaseIterable, Hashable, Sendable { case address, deviceName }

    @Observed public var address = "" { didSet { if address != oldValue { problem = nil } } }
    @Observed public var deviceName: String
    /// Whether the address is looked at, or the cards are exchanged for the first time.
    @Observed public private(set) var isTrying = false
    /// How far the first exchange is; nil where none is under way.
    @Observed public private(set) var phase: ExchangePhase?
    /// Why the last attempt failed.
    @Observed public private(set) var problem: String?

    private let control: any VaultControl
    private let context: ScreenContext

    init(control: any VaultControl, context: ScreenContext) {
        self.control = control
        self.context = context
        deviceName = ThisMachine.name
    }

    /// A store that is shared already keeps its name where nobody types another one.
    public func opened() {
        let proposed = deviceName
        Task { [weak self, control] in
            let known = (try? await control.devices())?.first(where: \.isThisOne)?.name ?? ""
            if let self, !known.isEmpty, deviceName == proposed { deviceName = known }
        }
    }

    private static let folder = "folder:"

    /// Whether something was typed that may be the path of a folder.
    public var isPath: Bool { !address.isEmpty && address != Self.folder && !address.contains(bytesOf: "://") }

    /// The folders whose paths begin like this.
    public func completions(of address: String) async -> [String] {
        let prefix = address.hasPrefix(Self.folder) ? Self.folder : ""
        let paths = await context.services.files.completions(of: String(address.dropFirst(prefix.count)))
        return paths.filter { $0.hasSuffix("/") }.map { prefix + $0 }
    }

    /// Looks at the address, and asks whether the cards are to be shared there. Nothing is changed before that. Esc cancels.
    public func look() {
        guard !isTrying else { return }
        let typed: RemoteAddress
        do {
            typed = try RemoteAddress(address, in: ThisMachine.workingFolder, home: ThisMachine.home)
        } catch {
            return problem = error.userMessage
        }
        attempt("Checking \(typed.name)") { [self] in
            let plan = try await control.plan(typed)
            try Task.checkCancellation()
            if let there = plan.there, let here = plan.here, there != here {
                throw VaultError.otherVault(here: here, there: there)
            }
            let findings = plan.findings.filter { $0.severity != .good }
            guard plan.isPossible else {
                return problem = findings.filter { $0.severity == .unusable }.map(\.text).joined(separator: " ")
            }
            ask(plan, findings.map(\.text))
        }
    }

    private func ask(_ plan: VaultPlan, _ remarks: [String]) {
        let wanted = deviceName.contains { !$0.isWhitespace } ? deviceName : ThisMachine.name
        let name = DeviceNaming.free(wanted, beside: plan.deviceNames)
        context.prompts.show(
            Prompt(
                .share, title: "Share the cards",
                text: ((plan.there == nil ? [] : [ExchangeText.sentence(of: plan)]) + remarks
                    + (name == wanted ? [] : [DeviceNaming.sentence(name, insteadOf: wanted)])
                    + [ExchangeText.question(of: plan)])
                    .joined(separator: " "),
                choices: [
                    Prompt.Choice("y", "share") { [self] in setUp(plan, name) },
                    Prompt.Choice("n", "cancel"),
                ]))
    }

    private func setUp(_ plan: VaultPlan, _ name: String) {
        attempt("Sharing the cards with \(plan.address.name)") { [self] in
            let report = try await control.setUp(plan, deviceName: name) { phase in
                Task { @MainActor [weak self] in self?.show(phase) }
            }
            context.navigator.remove { $0 === self }
            context.post(Message("\(plan.address.name): \(ExchangeText.summary(of: report))"))
        }
    }

    /// A phase that is told after the end is late.
    private func show(_ new: ExchangePhase) { if isTrying { phase = new } }

    private func attempt(_ label: String, _ work: @escaping () async throws -> Void) {
        isTrying = true
        problem = nil
        context.activities.run(label) { [self] in
            defer { (isTrying, phase) = (false, nil) }
            do {
                try await work()
            } catch is CancellationError {
                problem = "Stopped."
            } catch {
                problem = error.message
            }
        }
    }
}
