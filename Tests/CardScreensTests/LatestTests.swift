import TestSupport
import Testing

@testable import CardScreens
@testable import CardViewModels

@Suite("The latest request, and one piece of work at a time")
@MainActor
final class LatestTests {
    private let (door, key) = AsyncStream.makeStream(of: Void.self)
    private var isWaiting = false
    private var received: [Int] = []

    /// Waits until the test opens the door.
    private func pass() async {
        isWaiting = true
        for await _ in door { return }
    }

    private func seeWaiting() async throws { try await eventually("the first work") { isWaiting } }

    @Test("an answer is dropped where another request was made meanwhile")
    func answers() async throws {
        let latest = Latest()
        let earlier = Task {
            await latest.answer {
                await self.pass()
                return 1
            }
        }
        try await seeWaiting()
        let later = await latest.answer { 2 }
        key.yield()
        #expect(try later?.get() == 2)
        #expect(try await earlier.value?.get() == nil)
    }

    @Test("work that is started replaces what was started before, whose value is not received")
    func replacing() async throws {
        let latest = Latest()
        latest.start {
            await self.pass()
            return 1
        } then: {
            self.received.append($0)
        }
        try await seeWaiting()
        latest.start {
            2
        } then: {
            self.received.append($0)
        }
        key.yield()
        await latest.finished()
        #expect(received == [2])
    }

    private func request(_ value: Int, of serial: Serial<Int>) -> Task<Void, Never> {
        serial.request(value) {
            if $0 == 1 { await self.pass() }
            self.received.append($0)
        }
    }

    @Test("of the values that arrive during a work only the newest is worked on")
    func serial() async throws {
        let serial = Serial<Int>()
        let work = request(1, of: serial)
        try await seeWaiting()
        _ = (request(2, of: serial), request(3, of: serial))
        #expect(serial.hasNext && received.isEmpty)
        key.yield()
        await work.value
        #expect(received == [1, 3] && !serial.hasNext)
        await request(4, of: serial).value
        #expect(received == [1, 3, 4])
    }

    @Test("cancelled work is followed by none of what waited, and by what is requested afterwards")
    func cancelling() async throws {
        let serial = Serial<Int>()
        let cancelled = request(1, of: serial)
        try await seeWaiting()
        _ = request(2, of: serial)
        serial.cancel()
        await request(3, of: serial).value
        await cancelled.value
        #expect(received.sorted() == [1, 3])
    }

    @Test("each command that a message may offer is one of a screen, or the name that commands share")
    func offered() {
        let names = Set(KeyReference.sections.flatMap(\.entries).map(\.name))
        for command in OfferedCommand.allCases { #expect(names.contains(command.rawValue), "\(command)") }
    }
}
