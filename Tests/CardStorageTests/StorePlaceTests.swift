import Cards
import Glibc
import TestSupport
import Testing

@testable import CardStorage

@Suite("Which file a store is")
struct StorePlaceTests {
    private func place(
        _ machine: String = "m", device: UInt64 = 5, inode: UInt64 = 7,
        born: (seconds: Int64, nanoseconds: Int64)? = (100, 3), fileSystem: UInt64 = 9
    ) -> StorePlace {
        StorePlace(machine: machine, device: device, inode: inode, born: born, fileSystem: fileSystem)
    }

    @Test("a file system that is mounted anew, and so has another number, changes nothing")
    func remount() {
        #expect(place(device: 6).isSame(asNoted: place().text))
        // FAT and XFS have no identifier but that number.
        #expect(place(device: 6, fileSystem: 6).isSame(asNoted: place(device: 5, fileSystem: 5).text))
        // NFS and FUSE have none.
        #expect(place(device: 6, fileSystem: 0).isSame(asNoted: place(fileSystem: 0).text))
    }

    @Test("another machine, inode, time of birth or file system is another file")
    func others() {
        let noted = place().text
        #expect(!place("n").isSame(asNoted: noted))
        #expect(!place(inode: 8).isSame(asNoted: noted))
        #expect(!place(born: (100, 4)).isSame(asNoted: noted))
        #expect(!place(born: (101, 3)).isSame(asNoted: noted))
        // A snapshot of a btrfs subvolume has the inodes and the times of the original.
        #expect(!place(device: 6, fileSystem: 10).isSame(asNoted: noted))
    }

    @Test(
        "where there is no time of birth, the number of the file system counts",
        arguments: [nil, (0, 0)] as [(Int64, Int64)?])
    func unborn(born: (Int64, Int64)?) {
        let born = born.map { (seconds: $0.0, nanoseconds: $0.1) }
        #expect(place(born: born).isSame(asNoted: place(born: born).text))
        #expect(!place(device: 6, born: born).isSame(asNoted: place(born: born).text))
        #expect(!place(born: born).isSame(asNoted: place().text))
    }

    /// A store that is a device of a vault.
    private func member(_ path: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: path)
        _ = try await store.joinVault(.random(), deviceName: "desk")
        return store
    }

    @Test("what an older version noted is the same file, and is noted anew")
    func former() async throws {
        let folder = try TemporaryFolder()
        let store = try await member(folder.file())
        let device = try await store.vault()?.device
        let (machine, noted) = (
            try await store.column("SELECT place FROM vault")[0], try await store.column("SELECT place FROM vault")
        )
        var status = stat()
        try #require(stat(folder.file(), &status) == 0)
        let former = "\(machine.prefix { $0 != " " }) \(status.st_dev) \(status.st_ino)"
        try await store.execute("UPDATE vault SET place = '\(former)'")
        #expect(try await store.vault()?.device == device)
        #expect(try await store.column("SELECT place FROM vault") == noted)
        try await store.execute(
            "UPDATE vault SET place = '\(machine.prefix { $0 != " " }) \(status.st_dev + 1) \(status.st_ino)'")
        #expect(try await store.vault()?.device != device)
    }

    @Test("a copy is one new device, however many programs find out at once")
    func copy() async throws {
        let folder = try TemporaryFolder()
        let original = try await member(folder.file("a.sqlite"))
        try await original.put(testCard("elm", "Elm Gym"))
        let device = try await original.vault()?.device
        original.close()
        try #require(await succeeds("cp \"$1\" \"$2\"", folder.file("a.sqlite"), folder.file("b.sqlite")))
        let stores = try (0..<4).map { _ in try SQLiteCardStore(at: folder.file("b.sqlite")) }
        let found = try await withThrowingTaskGroup(of: DeviceID?.self) { group in
            for store in stores { group.addTask { try await store.vault()?.device } }
            return try await group.reduce(into: Set<DeviceID?>()) { $0.insert($1) }
        }
        #expect(found.count == 1 && found.first != device)
        #expect(try await stores[0].devices().count == 2)
    }
}
