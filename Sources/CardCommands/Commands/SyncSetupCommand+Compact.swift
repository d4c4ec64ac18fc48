internal import Basics
internal import Cards

extension CommandRunner {
    /// Makes each place smaller; one that fails keeps no other from it.
    func compact(
        _ command: SyncSetupCommand, _ vault: any VaultStore, _ control: any VaultControl
    ) async throws -> ExitCode {
        var remotes = try await vault.remotes().map(\.remote)
        if let text = command.operand {
            let wanted = try address(text).remote
            guard remotes.contains(wanted) else {
                throw CommandFailure("\(oneLine(text)) is not set up. See: sync status", .usage)
            }
            remotes = [wanted]
        }
        if remotes.isEmpty { throw VaultError.noVault }
        var code = ExitCode.success
        for remote in remotes {
            do {
                let report = try await control.compact(remote, isDryRun: command.isDryRun)
                try show(report, of: remote, command)
                if report.heldBack > 0 || !report.damaged.isEmpty, code == .success { code = .refused }
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as OutputClosed {
                throw error
            } catch {
                let message = error.message
                if command.isJSON {
                    try write(object: [("address", .string(remote.text)), ("failure", .string(message))])
                }
                output.warn("\(CommandLineTable.program): \(message)")
                code = error is StoreError ? .store : error is TransportError ? .network : .refused
            }
        }
        return code
    }

    private func show(_ report: CompactionReport, of remote: RemoteID, _ command: SyncSetupCommand) throws {
        if command.isJSON {
            try write(object: Self.members(of: report, remote, isDryRun: command.isDryRun))
        } else {
            let name = RemoteAddress(remote)?.name ?? remote.text
            try output.report("\(oneLine(name)): \(Self.summary(of: report, isDryRun: command.isDryRun))")
        }
        for sentence in report.damaged { output.warn("\(CommandLineTable.program): \(oneLine(sentence))") }
    }

    /// "wrote a snapshot of 1,200 batches (310 kB), removed 900 batches (2.1 MB) and 1 snapshot (300 kB)"
    private static func summary(of report: CompactionReport, isDryRun: Bool) -> String {
        if report.heldBack > 0 {
            return "nothing was removed: \(report.heldBack.counted("batch", "batches")) could not be sent yet"
        }
        var parts: [String] = []
        if let written = report.written {
            parts.append(
                (isDryRun ? "would write" : "wrote") + " a snapshot of \(report.covered.counted("batch", "batches"))"
                    + " (\(written.bytes.byteText))")
        }
        let removed = [
            (report.removedBatches, "batch", "batches"), (report.removedSnapshots, "snapshot", "snapshots"),
        ].filter { $0.0.count > 0 }.map { "\($0.0.count.counted($0.1, $0.2)) (\($0.0.bytes.byteText))" }
        if !removed.isEmpty {
            parts.append((isDryRun ? "would remove " : "removed ") + removed.joined(separator: " and "))
        }
        return parts.isEmpty ? "nothing is older than 90 days" : parts.joined(separator: ", ")
    }

    private static func members(
        of report: CompactionReport, _ remote: RemoteID, isDryRun: Bool
    ) -> [(key: String, value: JSON)] {
        [
            ("address", .string(remote.text)), ("dryRun", .bool(isDryRun)),
            ("writtenSnapshots", .integer(report.written?.count ?? 0)),
            ("writtenBytes", .integer(report.written?.bytes ?? 0)),
            ("removedBatches", .integer(report.removedBatches.count)),
            ("removedBatchBytes", .integer(report.removedBatches.bytes)),
            ("removedSnapshots", .integer(report.removedSnapshots.count)),
            ("removedSnapshotBytes", .integer(report.removedSnapshots.bytes)),
            ("heldBack", .integer(report.heldBack)),
            ("damaged", .array(report.damaged.map { .string($0) })), ("failure", .null),
        ]
    }
}
