import Testing

@testable import CardStorage

@Suite("The builds of the index")
struct IndexBuildsTests {
    private func rows(_ rows: Int64...) -> ChangedRows {
        var changed = ChangedRows()
        for row in rows { changed.insert(row) }
        return changed
    }

    @Test("queries wait for the build after the running one, which may have missed the change")
    func requiredWhileRunning() {
        var builds = IndexBuilds()
        let running = builds.begin()
        builds.requireNext()
        #expect(builds.awaited == running + 1)
        builds.finish(running)
        #expect(builds.isFinished(running) && builds.awaited == running + 1)
        let next = builds.begin()
        builds.finish(next)
        #expect(builds.awaited == nil)
    }

    @Test("a build that fails is not finished, and a later one is awaited in its place")
    func failure() {
        var builds = IndexBuilds()
        builds.requireNext()
        let failed = builds.begin()
        #expect(builds.awaited == failed && !builds.isFinished(failed))
        let later = builds.begin()
        builds.finish(later)
        #expect(builds.isFinished(failed) && builds.awaited == nil)
    }

    @Test("changes are noted only while a build runs, and drained once")
    func missedChanges() {
        var builds = IndexBuilds()
        builds.note(rows(1))
        _ = builds.begin()
        builds.running = Task {}
        builds.note(rows(2))
        builds.note(rows(3))
        #expect(builds.drainMissed(adding: rows(4)) == rows(2, 3, 4))
        #expect(builds.drainMissed(adding: rows()).isEmpty)
    }

    @Test("a new build has missed nothing yet")
    func newBuild() {
        var builds = IndexBuilds()
        _ = builds.begin()
        builds.running = Task {}
        builds.note(rows(1))
        _ = builds.begin()
        #expect(builds.drainMissed(adding: rows()).isEmpty)
    }
}
