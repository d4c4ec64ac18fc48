import Basics
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BroadcastTests {
    @Test("a listener that does not keep up gets the notice that anything may have changed")
    func slowListener() async throws {
        let broadcast = Broadcast<Int>(summary: -1)
        let stream = broadcast.listen()
        for number in 0..<1000 { broadcast.send(number) }
        var heard: [Int] = []
        for await number in stream {
            heard.append(number)
            if number == -1, heard.contains(999) { break }
        }
        #expect(heard.count < 1000)
        #expect(heard.contains(-1))
    }

    @Test("a stream begins with its first element and ends with the broadcast, also one that comes later")
    func ended() async {
        let broadcast = Broadcast<Int>()
        let early = broadcast.listen(first: 1)
        broadcast.send(2)
        broadcast.finish()
        #expect(await early.reduce(into: []) { $0.append($1) } == [1, 2])
        #expect(await broadcast.listen(first: 3).reduce(into: []) { $0.append($1) } == [3])
    }
}
