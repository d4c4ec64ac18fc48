import CardCodes
import Cards
import TestSupport
import Testing

@testable import CardViewModels

@Suite("Prompts")
@MainActor
final class PromptsTests {
    let navigator = Navigator()
    let hooks = ScreenHooks()
    let activities: Activities
    let prompts: Prompts
    private var answers: [Character] = []

    init() {
        activities = Activities(clock: TestClock(), navigator: navigator, messages: MessageCenter())
        prompts = Prompts(navigator: navigator, activities: activities, hooks: hooks)
    }

    private func prompt(_ kind: Prompt.Kind = .leftover, _ text: String = "") -> Prompt {
        Prompt(
            kind, title: "", text: text,
            choices: [
                Prompt.Choice("y", "yes") { self.answers.append("y") },
                Prompt.Choice("n", "no") { self.answers.append("n") },
            ])
    }

    @Test("answering performs the choice once; other keys do nothing")
    func answer() {
        prompts.show(prompt())
        prompts.answer("x")
        #expect(prompts.prompt != nil && answers.isEmpty)
        prompts.answer("y")
        prompts.answer("y")
        #expect(prompts.prompt == nil && answers == ["y"])
    }

    @Test("a prompt waits for the list")
    func onlyOnList() {
        let model = BarcodeChoiceModel(for: CardDraft(creating: .random()), drawing: ZintDrawing())
        navigator.push(model)
        prompts.enqueue([prompt()])
        #expect(prompts.prompt == nil)
        navigator.popToList()
        #expect(prompts.prompt != nil)
    }

    @Test("a prompt waits for activities, pickers and screens that capture keys")
    func waiting() async {
        activities.run("Working") {}
        prompts.enqueue([prompt(.leftover, "first"), prompt(.leftover, "second"), prompt(.leftover, "third")])
        #expect(prompts.prompt == nil)
        await activities.finished()
        #expect(prompts.prompt?.text == "first")
        // The picker is seen once the prompt is answered, and the next prompt once that has ended.
        prompts.pick(Picker("Colours", placeholder: "", []))
        prompts.answer("n")
        #expect(prompts.prompt == nil)
        prompts.endPicker()
        #expect(prompts.prompt?.text == "second")
        hooks.capturesKeys = { true }
        prompts.answer("n")
        #expect(prompts.prompt == nil)
        hooks.capturesKeys = { false }
        prompts.showNext()
        #expect(prompts.prompt?.text == "third")
    }

    @Test("a prompt moved to the front replaces a waiting one of its kind")
    func front() {
        hooks.capturesKeys = { true }
        prompts.enqueue([prompt()])
        prompts.enqueueFirst(prompt(.sendCards, "7 cards"))
        prompts.enqueueFirst(prompt(.sendCards, "8 cards"))
        #expect(prompts.isWaiting(.sendCards))
        hooks.capturesKeys = { false }
        prompts.showNext()
        #expect(prompts.prompt?.text == "8 cards" && !prompts.isWaiting(.sendCards))
        prompts.answer("n")
        #expect(prompts.prompt?.kind == .leftover)
    }

    @Test("the next prompt is shown when the open one is withdrawn")
    func nextAfterWithdrawal() {
        prompts.show(prompt(.sendCards))
        prompts.enqueue([prompt(.leftover, "first"), prompt(.leftover, "second")])
        prompts.withdraw(.sendCards)
        #expect(prompts.prompt?.text == "first")
    }

    @Test("a withdrawn prompt is not shown, now or later")
    func withdraw() {
        prompts.show(prompt(.sendCards))
        prompts.enqueue([prompt()])
        prompts.withdraw(.leftover)
        #expect(prompts.prompt?.kind == .sendCards)
        prompts.withdraw(.sendCards)
        #expect(prompts.prompt == nil)
        prompts.showNext()
        #expect(prompts.prompt == nil)
    }
}
