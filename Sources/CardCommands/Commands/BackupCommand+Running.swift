internal import Basics
internal import CardSettings
internal import Cards

extension CommandRunner {
    func backUp(_ command: BackupCommand, _ options: Invocation.Options) async throws {
        try OwnFiles(try paths(options)).check(command.file)
        let store = try await store(options)
        guard let backup = store as? any StoreBackup else {
            throw CommandFailure("this store cannot be copied", .store)
        }
        try await backup.backUp(to: command.file)
        guard output.out.isTerminal else { return }
        let count = try await store.count()
        try output.print("\(count.counted("card")) copied to \(command.file)")
    }

    func restoreBackup(_ command: RestoreCommand, _ options: Invocation.Options) async throws {
        let path = try paths(options).store
        let count = try await tools.restoreStore(command.file, path)
        try output.print("\(count.counted("card")) restored to \(path)")
    }
}
