public import Basics
import Cards

/// A prompt over the screen, which must be answered before anything else, with what each answer does.
public struct Prompt: Equatable {
    enum Kind {
        case delete, deleteGroup, emptyTrash, leaveForm, leaveConflict, leftover, sendCards, replaceFile, editAgain,
            forgetUses, forgetSecret,
            settleAbsent, book, restore, share, bothChanged, renameImported, leaveImport,
            keepPicture, useCode, fetchElsewhere, askIssuer
    }

    public struct Choice {
        /// The letter that picks this choice; unique among the choices.
        public let key: Character
        public let label: String
        let perform: @MainActor () -> Void

        init(_ key: Character, _ label: String, perform: @escaping @MainActor () -> Void = {}) {
            self.key = key
            self.label = label
            self.perform = perform
        }
    }

    let kind: Kind
    /// The cards that the prompt is about; may be empty.
    let cards: [CardID]
    public let title: String
    public let text: String
    /// Said beneath the text, with the commands that it offers; nil for nothing.
    public let note: Message?
    /// Whether one of the choices loses something that nothing brings back.
    public let isIrreversible: Bool
    public let choices: [Choice]
    /// The key of the choice that Enter picks: never one that loses something.
    public let defaultKey: Character
    /// The key of the choice that Esc picks.
    public let escapeKey: Character

    init(
        _ kind: Kind, about cards: [CardID] = [], title: String, text: String, note: Message? = nil,
        isIrreversible: Bool = false, choices: [Choice], defaultKey: Character = "n", escapeKey: Character = "n"
    ) {
        self.kind = kind
        self.cards = cards
        self.title = title
        self.text = text
        self.note = note
        self.isIrreversible = isIrreversible
        self.choices = choices
        self.defaultKey = defaultKey
        self.escapeKey = escapeKey
    }

    public func choice(_ key: Character) -> Choice? { choices.first { $0.key == key } }

    /// Compares what is asked; the actions of the choices are closures and not compared.
    public static func == (left: Prompt, right: Prompt) -> Bool {
        (left.kind, left.title, left.text) == (right.kind, right.title, right.text) && left.cards == right.cards
    }
}

/// The prompt or picker over the screen, and the queue of prompts that wait until they may be shown. A prompt goes before a picker.
@MainActor
public final class Prompts {
    /// The open prompt.
    @Observed public private(set) var prompt: Prompt?
    /// The open picker.
    @Observed public private(set) var picker: Picker?
    /// How many pickers were opened: tells one from the next.
    public private(set) var pickerCount = 0
    private var waiting: [Prompt] = []
    private let navigator: Navigator
    private let activities: Activities
    private let hooks: ScreenHooks

    init(navigator: Navigator, activities: Activities, hooks: ScreenHooks) {
        self.navigator = navigator
        self.activities = activities
        self.hooks = hooks
        navigator.follow { [weak self] in self?.showNext() }
        activities.onEnd = { [weak self] in self?.showNext() }
    }

    /// Shows a prompt immediately.
    func show(_ prompt: Prompt) { self.prompt = prompt }

    /// Answers the open prompt with the choice of this key; other keys do nothing.
    public func answer(_ key: Character) {
        guard let choice = prompt?.choice(key) else { return }
        prompt = nil
        choice.perform()
        showNext()
    }

    // MARK: - Waiting

    /// Queues a prompt at the front; queued prompts of the same kind are replaced.
    func enqueueFirst(_ prompt: Prompt) {
        waiting.removeAll { $0.kind == prompt.kind }
        waiting.insert(prompt, at: 0)
        showNext()
    }

    func enqueue(_ prompts: [Prompt]) {
        waiting += prompts
        showNext()
    }

    func isWaiting(_ kind: Prompt.Kind) -> Bool { waiting.contains { $0.kind == kind } }

    /// Closes and dequeues all prompts of a kind. Where one was open, the next queued prompt is shown.
    func withdraw(_ kind: Prompt.Kind) {
        waiting.removeAll { $0.kind == kind }
        guard prompt?.kind == kind else { return }
        prompt = nil
        showNext()
    }

    func withdrawAll() {
        waiting = []
        if prompt != nil { prompt = nil }
    }

    /// Shows the next queued prompt, but only on the list and while nothing is about to change the screen: elsewhere, typed letters
    /// would become its answer. A screen that captured keys calls this when it stops doing so.
    public func showNext() {
        guard !waiting.isEmpty, prompt == nil, picker == nil, navigator.path.isEmpty, activities.isEmpty,
            !hooks.capturesKeys()
        else { return }
        prompt = waiting.removeFirst()
    }

    // MARK: - Pickers

    public func pick(_ picker: Picker) {
        pickerCount += 1
        self.picker = picker
    }

    public func endPicker() {
        picker = nil
        showNext()
    }
}
