import Cards
import Testing

@testable import CardViewModels

@Suite("Unread messages")
@MainActor
struct MessageCenterTests {
    let messages = MessageCenter()

    @Test("what no key led to replaces only what was told before it in this way")
    func telling() {
        let messages = MessageCenter()
        messages.tell(Message("Applied."), insteadOf: nil)
        messages.tell(Message("Wrong."), insteadOf: Message("Applied."))
        #expect(messages.unread?.text == "Wrong.")
        messages.post(Message("Saved."))
        messages.tell(Message("Applied."), insteadOf: Message("Wrong."))
        #expect(messages.unread?.text == Message("Saved.").followed(by: Message("Applied.")).text)
        messages.dismiss()
        #expect(messages.unread == nil)
    }

    @Test("the latest message comes before the loader's failure; news waits until that was read")
    func order() {
        messages.add(Message("News."))
        messages.report(failure: Message("Offline.", kind: .warning))
        messages.post(Message("Saved."))
        #expect(messages.unread?.text == "Saved. Offline.")
        #expect(messages.unread?.kind == .warning)
        messages.post(Message("Deleted."))
        #expect(messages.unread?.text == "Deleted. Offline.")
        messages.dismiss()
        #expect(messages.unread?.text == "News." && messages.unread?.kind == .news)
        messages.dismiss()
        #expect(messages.unread == nil)
    }

    @Test("news is appended to unread news, each once")
    func news() {
        messages.add(Message("One."))
        messages.add(Message("Two."))
        messages.add(Message("One."))
        #expect(messages.unread?.text == "One. Two.")
    }

    @Test("beside a picture only what a key led to is shown and read; the rest waits")
    func holding() {
        messages.report(failure: Message("Offline.", kind: .warning))
        messages.isHolding = true
        messages.add(Message("News."))
        messages.report(changes: Message("Changed."))
        #expect(messages.unread == nil)
        #expect(messages.unread(besides: Message("Too small."))?.text == "Too small.")
        messages.post(Message("Copied."))
        #expect(messages.unread?.text == "Copied.")
        messages.dismiss()
        #expect(messages.unread == nil)
        messages.isHolding = false
        #expect(messages.unread?.text == "Offline.")
        messages.dismiss()
        #expect(messages.unread?.text == "News. Changed.")
        messages.dismiss()
        #expect(messages.unread == nil)
    }

    @Test("a later failure replaces the one before")
    func failure() {
        messages.report(failure: Message("Offline."))
        messages.report(failure: Message("Refused."))
        #expect(messages.unread?.text == "Refused.")
    }

    @Test("the message of a requested sync ends with its result, and nothing else does")
    func asking() {
        messages.showSyncRequest(Message("Syncing…"))
        messages.endSyncRequest()
        #expect(messages.unread == nil)
        messages.showSyncRequest(Message("Syncing…"))
        messages.post(Message("Saved."))
        messages.endSyncRequest()
        #expect(messages.unread?.text == "Saved.")
    }
}
