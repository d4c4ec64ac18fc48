internal import Basics
internal import CardSettings
internal import Cards

/// Sets up, checks and ends sharing the cards with other devices.
struct SyncSetupCommand: ShellCommand {
    enum Action: String, Hashable, Sendable, CaseIterable {
        case setup, check, desk, devices, forget, compact, leave
    }

    let action: Action
    /// An address, or a device.
    let operand: String?
    /// Of a database.
    let role: String?
    let name: String?
    let isConfirmed: Bool
    let isJSON: Bool
    /// Whether nothing is changed.
    let isDryRun: Bool

    init(_ parsed: ArgumentParser) throws(UsageError) {
        let word = parsed.operands.first ?? ""
        guard let action = Action(rawValue: word) else {
            let actions = [SyncStatusCommand.word] + Action.allCases.map(\.rawValue)
            throw parsed.failure(
                "sync has no action \"\(word)\"; use one of: " + actions.joined(separator: ", "))
        }
        self.action = action
        switch action {
        case .setup: try SyncCommand.check(parsed, word, allowing: ["name", "yes", "json"], operands: 1...1)
        case .check: try SyncCommand.check(parsed, word, allowing: ["json"], operands: 0...1)
        case .desk: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 2...2)
        case .devices: try SyncCommand.check(parsed, word, allowing: ["json"], operands: 0...0)
        case .forget: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 1...1)
        case .compact: try SyncCommand.check(parsed, word, allowing: ["dry-run", "json"], operands: 0...1)
        case .leave: try SyncCommand.check(parsed, word, allowing: ["yes", "json"], operands: 0...0)
        }
        operand = parsed.operands.dropFirst().first
        role = parsed.operands.dropFirst(2).first
        name = parsed.value("name")
        isConfirmed = parsed.has("yes")
        isJSON = parsed.has("json")
        isDryRun = parsed.has("dry-run")
        if name?.allSatisfy(\.isWhitespace) == true { throw parsed.failure("--name is empty") }
    }

    var usesNetwork: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.share(self, options)
    }
}

extension CommandRunner {
    func share(_ command: SyncSetupCommand, _ options: Invocation.Options) async throws -> ExitCode {
        let store = try await store(options)
        guard let control = try sharing(store, options) else {
            throw CommandFailure("the cards of this store cannot be shared", .usage)
        }
        switch command.action {
        case .setup: return try await setUp(command, store, control)
        case .check: return try await check(command, store, control)
        case .desk: return try await addDesk(command, control)
        case .devices: try await listDevices(store, asJSON: command.isJSON)
        case .forget: return try await forget(command, store)
        case .compact: return try await compact(command, store, control)
        case .leave: return try await leave(command, store)
        }
        return .success
    }

    /// A relative path begins in the working directory.
    func address(_ text: String) throws -> RemoteAddress {
        do {
            return try RemoteAddress(text, in: ThisMachine.workingFolder, home: environment("HOME"))
        } catch {
            throw CommandFailure(error.userMessage, .usage)
        }
    }

    // MARK: - Setting up

    private func setUp(
        _ command: SyncSetupCommand, _ vault: any VaultStore, _ control: any VaultControl
    ) async throws -> ExitCode {
        let address = try address(command.operand ?? "")
        let plan = try await control.plan(address)
        if !command.isJSON {
            for finding in plan.findings { try output.print("\(Self.mark(finding))\(oneLine(finding.text))") }
            if plan.isPossible { try output.print(ExchangeText.sentence(of: plan)) }
        }
        guard plan.isPossible else {
            if let there = plan.there, let here = plan.here, there != here {
                throw VaultError.otherVault(here: here, there: there)
            }
            throw CommandFailure("\(address.text) cannot be used. Nothing was changed.")
        }
        guard try await isAgreed(isGiven: command.isConfirmed, ExchangeText.question(of: plan)) else {
            return .refused
        }
        // A device keeps its name where none is given; another one is told with its next change.
        let known = try await vault.vault()?.deviceName
        let name = try await freeName(command.name ?? known ?? ThisMachine.name, plan, isAsked: !command.isConfirmed)
        let report = try await control.setUp(plan, deviceName: name) { _ in }
        return try show(report, of: address.remote, asJSON: command.isJSON)
    }

    /// The name, or another one where a device has it. Where somebody types, he chooses.
    private func freeName(_ wanted: String, _ plan: VaultPlan, isAsked: Bool) async throws -> String {
        var (taken, name) = (wanted, DeviceNaming.free(wanted, beside: plan.deviceNames))
        if name == wanted { return wanted }
        if isAsked {
            let question = "\(oneLine(DeviceNaming.reason(wanted))). Name of this one [\(oneLine(name))]: "
            let typed = try await platform.askLine(question)?.trimmed ?? ""
            if !typed.isEmpty { (taken, name) = (typed, DeviceNaming.free(typed, beside: plan.deviceNames)) }
        }
        if name != taken || !isAsked {
            output.warn("\(CommandLineTable.program): \(oneLine(DeviceNaming.sentence(name, insteadOf: taken)))")
        }
        return name
    }

    private static func mark(_ finding: VaultRemoteFinding) -> String {
        switch finding.severity {
        case .good: "ok: "
        case .remark: "note: "
        case .damaged: "damaged: "
        case .unusable: "unusable: "
        }
    }

    private func check(
        _ command: SyncSetupCommand, _ vault: any VaultStore, _ control: any VaultControl
    ) async throws -> ExitCode {
        var addresses = try await vault.remotes().compactMap { RemoteAddress($0.remote) }
        if let text = command.operand { addresses = [try address(text)] }
        if addresses.isEmpty { throw CommandFailure("no address is set up. Name one: sync check ADDRESS", .usage) }
        var isGood = true
        for address in addresses {
            for finding in try await control.check(address) {
                if finding.severity == .unusable || finding.severity == .damaged { isGood = false }
                if command.isJSON {
                    try write(object: [
                        ("address", .string(address.text)), ("severity", .string(finding.severity.rawValue)),
                        ("text", .string(finding.text)),
                    ])
                } else {
                    try output.print("\(oneLine(address.name)): \(Self.mark(finding))\(oneLine(finding.text))")
                }
            }
        }
        return isGood ? .success : .refused
    }

    private func addDesk(_ command: SyncSetupCommand, _ control: any VaultControl) async throws -> ExitCode {
        let address = try address(command.operand ?? "")
        let role = command.role ?? ""
        guard
            try await isAgreed(
                isGiven: command.isConfirmed, "Let the role \(oneLine(role)) use the cards at \(oneLine(address.name))?"
            )
        else {
            return .refused
        }
        let password = try await platform.askPassword("Password for \(oneLine(role)) (empty: unchanged): ")
        let text = password.map { String(decoding: $0, as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
        try await control.addDesk(role, password: text, to: address)
        if command.isJSON {
            try write(object: [("address", .string(address.text)), ("role", .string(role))])
        } else {
            try output.report("\(oneLine(role)) can use the cards at \(oneLine(address.name)).")
        }
        return .success
    }

    // MARK: - Exchanging

    /// Exchanges with each remote; one that fails keeps no other from it.
    func exchange(
        _ store: any CardStore, _ remotes: [RemoteRecord], _ command: SyncCommand, _ options: Invocation.Options
    ) async throws -> ExitCode {
        guard let control = try sharing(store, options) else { return .success }
        var code = ExitCode.success
        for record in remotes {
            do {
                let report = try await control.exchange(
                    with: record.remote, acceptingDeletions: command.acceptsDeletions
                ) { _ in }
                let result = try show(report, of: record.remote, asJSON: command.isJSON)
                if code == .success { code = result }
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as OutputClosed {
                throw error
            } catch {
                let message = error.message
                if command.isJSON {
                    try write(object: [
                        ("address", .string(record.remote.text)), ("failure", .string(message)),
                    ])
                }
                let next = await nextTry(after: error, with: record.remote, store)
                output.warn("\(CommandLineTable.program): \(message)\(next)")
                code = error is StoreError ? .store : error is TransportError ? .network : .refused
            }
        }
        return code
    }

    /// What becomes of the changes that could not be sent, as another sentence; empty where there are none, or the error tells more.
    private func nextTry(after error: any Error, with remote: RemoteID, _ store: any CardStore) async -> String {
        guard let error = error as? TransportError, error.isTemporary || error.kind == .refused,
            let tally = try? await store.tally(of: remote), !tally.isEmpty
        else { return "" }
        return " What was changed here is kept, and the next sync sends it."
    }

    private func show(_ report: ExchangeReport, of remote: RemoteID, asJSON: Bool) throws -> ExitCode {
        let merge = report.merge
        if asJSON {
            try write(object: [
                ("address", .string(remote.text)), ("sentBatches", .integer(report.sentBatches)),
                ("sentPhotos", .integer(report.sentPhotos)), ("receivedBatches", .integer(merge.merged)),
                ("receivedPhotos", .integer(report.receivedPhotos)), ("missingPhotos", .integer(report.missingPhotos)),
                ("added", .integer(merge.added)), ("changed", .integer(merge.changed)),
                ("deleted", .integer(merge.deleted)), ("conflicts", .integer(merge.conflicts)),
                ("revived", .array(merge.revived.map { .string($0) })),
                ("missingPhotosFrom", .array(report.missingPhotoDevices.map { .string($0) })),
                ("waiting", Self.json(report.waiting, .missing)),
                ("damaged", .array(report.damaged.map { .string($0) })), ("failure", .null),
            ])
        } else {
            let name = RemoteAddress(remote)?.name ?? remote.text
            try output.report("\(oneLine(name)): \(ExchangeText.summary(of: report))")
        }
        for name in merge.revived {
            output.warn(
                "\(CommandLineTable.program): \(oneLine(name)) was deleted on one device and changed on another: it is kept."
            )
        }
        if report.becameNewDevice {
            output.warn(
                "\(CommandLineTable.program): this store was copied from another device. It is a separate device now."
            )
        }
        let name = RemoteAddress(remote)?.name ?? remote.text
        for batches in report.waiting {
            output.warn("\(CommandLineTable.program): \(oneLine(name)): \(oneLine(batches.sentence)).")
        }
        for sentence in report.damaged { output.warn("\(CommandLineTable.program): \(oneLine(sentence))") }
        return report.damaged.isEmpty && !report.waiting.contains(where: \.isOld) ? .success : .refused
    }

    private static func json(_ flaws: [RemoteFlaw], _ kind: VaultFlaw.Kind) -> JSON {
        .array(
            flaws.filter { $0.flaw.kind == kind }.map { flaw in
                var members: [(key: String, value: JSON)] = [
                    ("device", .string(flaw.flaw.batch.device.text)), ("name", .string(flaw.device)),
                    ("batch", .integer(Int(flaw.flaw.batch.number))),
                ]
                if kind == .missing { members.append(("waiting", .integer(flaw.flaw.waiting))) }
                return .object(JSONObject(members + [("since", .string(flaw.flaw.since.text))]))
            })
    }

    /// What is wrong at a remote, as the last exchange saw it.
    private func flaws(at remote: RemoteID, _ vault: any VaultStore) async throws -> [RemoteFlaw] {
        let flaws = try await vault.flaws(of: remote)
        if flaws.isEmpty { return [] }
        let names = Dictionary(
            try await vault.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let now = CardClock.system.now()
        return flaws.map { RemoteFlaw($0, device: names[$0.batch.device] ?? "", at: now) }
    }

    // MARK: - Standing

    func showRemotes(_ remotes: [RemoteRecord], _ vault: any VaultStore, asJSON: Bool) async throws {
        let photos = try await vault.missingFileCount()
        let devices = photos > 0 ? try await vault.missingPhotoDevices() : []
        var rows: [[String]] = []
        for record in remotes {
            let tally = try await vault.tally(of: record.remote)
            let flaws = try await flaws(at: record.remote, vault)
            if asJSON {
                try write(object: [
                    ("address", .string(record.remote.text)),
                    ("lastSync", record.lastExchange.map { JSON.string($0.text) } ?? .null),
                    ("batches", .integer(tally.batches)), ("changes", .integer(tally.changes)),
                    ("missingPhotos", .integer(photos)),
                    ("missingPhotosFrom", .array(devices.map { .string($0) })),
                    ("waiting", Self.json(flaws, .missing)), ("damaged", Self.json(flaws, .damaged)),
                    ("contradicting", Self.json(flaws, .contradicting)),
                    ("failure", record.failure.map { JSON.string($0) } ?? .null),
                    ("failedAt", record.failedAt.map { JSON.string($0.text) } ?? .null),
                ])
                continue
            }
            let time = record.lastExchange.map { "last sync \($0.text)" } ?? "not synced yet"
            var parts: [String] = []
            if tally.changes > 0 { parts.append("\(tally.changes.counted("change")) to send") }
            if tally.batches > 0 { parts.append("\(tally.batches.counted("batch", "batches")) to send") }
            if photos > 0 { parts.append(ExchangeText.photosToCome(photos, from: devices)) }
            parts += flaws.map(\.sentence)
            rows.append(
                [record.remote.text, time, parts.isEmpty ? "nothing pending" : parts.joined(separator: ", ")]
                    + (record.failure.map { [$0] } ?? []))
        }
        if !asJSON { try write(rows: rows, areCut: false) }
    }

    private func listDevices(_ vault: any VaultStore, asJSON: Bool) async throws {
        guard try await vault.vault() != nil else { throw VaultError.noVault }
        var rows: [[String]] = []
        for device in try await vault.devices() where !device.isForgotten {
            let name = device.name.isEmpty ? "(no name)" : device.name
            if asJSON {
                try write(object: [
                    ("device", .string(device.id.text)), ("name", .string(device.name)),
                    ("thisOne", .bool(device.isThisOne)), ("batches", .integer(Int(clamping: device.number))),
                    ("lastChange", device.lastBatch.map { JSON.string($0.text) } ?? .null),
                ])
            } else {
                let time = device.lastBatch.map { "last change \($0.text)" } ?? "no changes yet"
                rows.append([name, device.id.text, time] + (device.isThisOne ? ["this device"] : []))
            }
        }
        if !asJSON { try write(rows: rows, areCut: false) }
    }

    private func forget(_ command: SyncSetupCommand, _ vault: any VaultStore) async throws -> ExitCode {
        let text = command.operand ?? ""
        let found = try await vault.devices().filter { !$0.isForgotten && ($0.id.text == text || $0.name == text) }
        guard let device = found.first else {
            throw CommandFailure("there is no device \"\(oneLine(text))\". See: sync devices")
        }
        if found.count > 1 {
            throw CommandFailure(
                "several devices have this name; use the identifier: " + found.map(\.id.text).joined(separator: ", "))
        }
        if device.isThisOne { throw CommandFailure("this is this device. To stop sharing: sync leave") }
        guard
            try await isAgreed(
                isGiven: command.isConfirmed, "Forget \(oneLine(device.name))? The changes it sent are kept.")
        else {
            return .refused
        }
        try await vault.forget(device.id)
        if command.isJSON {
            try write(object: [("device", .string(device.id.text)), ("forgotten", .bool(true))])
        } else {
            try output.report("Forgot \(oneLine(device.name)).")
        }
        return .success
    }

    private func leave(_ command: SyncSetupCommand, _ vault: any VaultStore) async throws -> ExitCode {
        guard try await vault.vault() != nil else { throw VaultError.noVault }
        guard
            try await isAgreed(
                isGiven: command.isConfirmed, "Stop sharing the cards of this store? The cards stay here and there.")
        else {
            return .refused
        }
        try await vault.leaveVault()
        if command.isJSON {
            try write(object: [("left", .bool(true))])
        } else {
            try output.report("The cards of this store are no longer shared.")
        }
        return .success
    }
}
