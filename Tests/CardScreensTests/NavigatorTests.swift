import CardCodes
import Cards
import Testing

@testable import CardViewModels

@Suite("The navigator")
@MainActor
struct NavigatorTests {
    let navigator = Navigator()

    private func push(_ count: Int) -> [BarcodeChoiceModel] {
        let models = (0..<count).map { _ in
            BarcodeChoiceModel(for: CardDraft(creating: .random()), drawing: ZintDrawing())
        }
        for model in models { navigator.push(model) }
        return models
    }

    private func expectPath(_ models: [BarcodeChoiceModel], _ sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            navigator.path.map(ObjectIdentifier.init) == models.map(ObjectIdentifier.init),
            sourceLocation: sourceLocation)
    }

    @Test("the last pushed screen is on top")
    func push() {
        let models = push(2)
        #expect(navigator.isOnTop(models[1]) && !navigator.isOnTop(models[0]) && navigator.contains(models[0]))
        #expect(navigator.screens(over: models[0]).first === models[1])
        #expect(navigator.screens(over: models[1]).isEmpty)
    }

    @Test("going back removes the top screen, and none from the list")
    func goBack() {
        let models = push(2)
        navigator.goBack()
        expectPath([models[0]])
        navigator.goBack()
        navigator.goBack()
        #expect(navigator.path.isEmpty && navigator.top == nil)
    }

    @Test("screens are popped to a screen, through it, or singly")
    func pop() {
        var models = push(4)
        navigator.pop(to: models[2])
        expectPath(Array(models[...2]))
        navigator.remove(models[0])
        expectPath(Array(models[1...2]))
        navigator.popThrough(models[1])
        #expect(navigator.path.isEmpty)
        // What is not there any more removes nothing.
        models = push(1) + models
        navigator.pop(to: models[1])
        navigator.popThrough(models[1])
        navigator.remove(models[1])
        expectPath([models[0]])
        navigator.popToList()
        #expect(navigator.path.isEmpty)
    }

    @Test("a screen can replace others")
    func replace() {
        let models = push(3)
        navigator.replaceTop(with: models[0])
        expectPath([models[0], models[1], models[0]])
        navigator.replace(from: { $0 === models[1] }, with: models[2])
        expectPath([models[0], models[2]])
        navigator.replace(from: { _ in false }, with: models[1])
        expectPath([models[0], models[2], models[1]])
        navigator.replaceAll(with: models[0])
        expectPath([models[0]])
    }

    @Test("each change of the path notifies once, and no change does not")
    func followers() {
        var changes = 0
        navigator.follow { changes += 1 }
        let models = push(2)
        #expect(changes == 2)
        navigator.replace(from: { $0 === models[0] }, with: models[1])
        #expect(changes == 3)
        navigator.remove(models[0])
        navigator.pop(to: models[1])
        #expect(changes == 3)
    }

    @Test("a position changes with any change of the path")
    func position() {
        let models = push(2)
        let before = navigator.position
        navigator.remove(models[0])
        #expect(navigator.position != before)
        navigator.replaceAll(with: models[0])
        navigator.push(models[1])
        #expect(navigator.position == before)
    }
}
