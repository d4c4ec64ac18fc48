public import Observation

/// What lies over the screen: a prompt, or the picker that it goes before; and the prompts that wait until they may be asked.
@MainActor @Observable
public final class Prompts {
    /// The prompt that is open.
    public private(set) var prompt: Prompt?
    /// What is being picked.
    public private(set) var picker: PickerRequest?
    @ObservationIgnored private var waiting: [Prompt] = []
    @ObservationIgnored private let navigator: Navigator
    @ObservationIgnored private let activities: Activities
    @ObservationIgnored private let hooks: ScreenHooks

    init(navigator: Navigator, activities: Activities, hooks: ScreenHooks) {
        (self.navigator, self.activities, self.hooks) = (navigator, activities, hooks)
        navigator.follow { [weak self] in self?.showNext() }
        activities.onEnd = { [weak self] in self?.showNext() }
    }

    /// Asks now.
    func show(_ prompt: Prompt) { self.prompt = prompt }

    /// Answers the open prompt with the choice of that key; other keys do nothing.
    public func answer(_ key: Character) {
        guard let choice = prompt?.choice(key) else { return }
        prompt = nil
        choice.perform()
        showNext()
    }

    // MARK: - Waiting

    /// Asks when it may be asked. One of the same kind that waits at the front is replaced.
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

    /// There is nothing to be asked any more, now or later.
    func withdraw(_ kind: Prompt.Kind) {
        waiting.removeAll { $0.kind == kind }
        if prompt?.kind == kind { prompt = nil }
    }

    func withdrawAll() {
        waiting = []
        if prompt != nil { prompt = nil }
    }

    /// Asks what waits, on the list and with nothing on its way to the top only: in the middle of something else what is being typed
    /// would be its answer. Whoever took keys calls this when it takes them no more.
    public func showNext() {
        guard !waiting.isEmpty, prompt == nil, picker == nil, navigator.path.isEmpty, activities.isEmpty,
            !hooks.isTakingKeys()
        else { return }
        prompt = waiting.removeFirst()
    }

    // MARK: - Pickers

    public func pick(_ request: PickerRequest) { picker = request }

    public func endPicker() {
        picker = nil
        showNext()
    }
}
