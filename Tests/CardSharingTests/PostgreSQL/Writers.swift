import Cards
import Synchronization
import Testing

@testable import CardSharing

/// Devices that write batches at the same time, each one after the other through a transport of its own. One that fails waits until the
/// fault has ended, and writes the same again.
final class Writers: Sendable {
    private struct Progress {
        var confirmed = 0
        var failures = 0
        var last: ContinuousClock.Instant?
        var longestPause = Duration.zero
    }

    let devices: [DeviceID]
    /// How many batches each device writes.
    let each: Int64
    private let outage = Outage()
    private let progress = Mutex(Progress())

    init(_ count: Int, each: Int64) {
        devices = (0..<count).map { _ in DeviceID.random() }
        self.each = each
    }

    var all: Int { devices.count * Int(each) }
    /// How many writings failed.
    var failures: Int { progress.withLock { $0.failures } }
    /// The longest time in which nothing was confirmed to anybody.
    var longestPause: Duration { progress.withLock { $0.longestPause } }

    /// - Parameters:
    ///   - counts: after how many confirmed batches there is a fault. The others go on writing meanwhile.
    ///   - fault: begins and ends it.
    func run(
        faultsAfter counts: [Int], transport: @escaping @Sendable () throws -> any ChangeTransport,
        fault: () async throws -> Void
    ) async throws {
        let (confirmations, confirmation) = AsyncStream<Int>.makeStream()
        let tasks = devices.map { device in
            Task {
                let transport = try transport()
                do {
                    for number in 1...each { try await write(number, as: device, transport, confirmation) }
                } catch {
                    confirmation.finish()
                    throw error
                }
                await transport.close()
            }
        }
        for await count in confirmations {
            if counts.contains(count) {
                outage.begin()
                defer { outage.end() }
                try await fault()
            }
            if count == all { break }
        }
        for task in tasks { try await task.value }
    }

    /// Writes one until it is confirmed.
    private func write(
        _ number: Int64, as device: DeviceID, _ transport: any ChangeTransport,
        _ confirmation: AsyncStream<Int>.Continuation
    ) async throws {
        while true {
            do throws(TransportError) {
                let batch = OutgoingBatch(device, number, "\(device.text) \(number)")
                #expect(try await transport.write([batch]) == [.stored])
                break
            } catch {
                guard error.isTemporary else { throw error }
                progress.withLock { $0.failures += 1 }
                await outage.wait()
            }
        }
        confirmation.yield(
            progress.withLock { progress in
                let now = ContinuousClock.now
                if let last = progress.last { progress.longestPause = max(progress.longestPause, now - last) }
                progress.last = now
                progress.confirmed += 1
                return progress.confirmed
            })
    }

    /// All that was confirmed is there, once, and nothing else.
    func verify(_ transport: any ChangeTransport) async throws {
        var known = VersionVector()
        var found: [BatchID] = []
        while true {
            let page = try await transport.batches(after: known, limit: 1000)
            found += page.batches.map(\.id)
            known = page.joined(to: known)
            guard page.hasMore else { break }
        }
        #expect(found.count == all && Set(found).count == all)
        for device in devices {
            #expect(found.filter { $0.device == device }.map(\.number) == Array(1...each))
        }
    }
}

/// The time in which a server is away: writers that fail wait for its end.
private final class Outage: Sendable {
    private let state = Mutex<(isDown: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func begin() { state.withLock { $0.isDown = true } }

    func end() {
        let waiting = state.withLock { state in
            defer { state = (false, []) }
            return state.waiting
        }
        for writer in waiting { writer.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isDown = state.withLock { state in
                if state.isDown { state.waiting.append(continuation) }
                return state.isDown
            }
            if !isDown { continuation.resume() }
        }
    }
}

final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increase() { count.withLock { $0 += 1 } }
}
