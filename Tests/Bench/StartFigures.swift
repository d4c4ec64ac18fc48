import PtySupport

/// The time from a program's start to the byte that makes the first row visible.
struct StartFigures {
    private static let timeout = Duration.seconds(10)

    private(set) var samples: [Samples]

    init(_ contenders: [Contender], firstName: String, rounds: Int) throws {
        samples = contenders.map { _ in Samples() }
        // The first round only warms the caches.
        for round in 0...rounds {
            for (index, contender) in contenders.enumerated() {
                let time = try Self.time(of: contender, firstName: firstName)
                if round > 0 { samples[index].add(time) }
            }
        }
    }

    private static func time(of contender: Contender, firstName: String) throws -> Duration {
        let recorder = try contender.start()
        defer { recorder.kill() }
        while recorder.start.duration(to: .now) < timeout {
            recorder.read(untilQuietFor: 150)
            if let chunk = recorder.replay(until: { screen, _ in screen.text.contains(firstName) }) {
                return recorder.start.duration(to: recorder.chunks[chunk].time)
            }
        }
        throw BenchError("\(contender.name) shows no row")
    }
}
