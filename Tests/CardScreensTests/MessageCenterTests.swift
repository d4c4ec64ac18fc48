import Cards
import Testing

@testable import CardViewModels

@Suite("What is said and not read yet")
@MainActor
struct MessageCenterTests {
    let messages = MessageCenter()

    @Test("what was said last goes before the loader's failure and its news")
    func order() {
        messages.add(Message("News."))
        messages.report(failure: Message("Offline.", kind: .warning))
        messages.say(Message("Saved."))
        #expect(messages.unread?.words == "Saved. Offline. News.")
        #expect(messages.unread?.kind == .warning)
        messages.say(Message("Deleted."))
        #expect(messages.unread?.words == "Deleted. Offline. News.")
        messages.dismiss()
        #expect(messages.unread == nil)
    }

    @Test("news are added to those that nobody has read, each once")
    func news() {
        messages.add(Message("One."))
        messages.add(Message("Two."))
        messages.add(Message("One."))
        #expect(messages.unread?.words == "One. Two.")
    }

    @Test("a later failure replaces the one before")
    func failure() {
        messages.report(failure: Message("Offline."))
        messages.report(failure: Message("Refused."))
        #expect(messages.unread?.words == "Refused.")
    }

    @Test("that the backend is asked goes with its answer, and nothing else does")
    func asking() {
        messages.showSyncRequest(Message("Asking…"))
        messages.endSyncRequest()
        #expect(messages.unread == nil)
        messages.showSyncRequest(Message("Asking…"))
        messages.say(Message("Saved."))
        messages.endSyncRequest()
        #expect(messages.unread?.words == "Saved.")
    }
}
