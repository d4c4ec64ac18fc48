public import Cards

/// A searchable list over the screen, with what each of its options does. It is made where it is asked for.
public struct Picker {
    /// A line to pick.
    public struct Option {
        /// The name of its command; nil if it is no command.
        public var name: String?
        public let title: String
        public var detail: String
        /// What Enter does with it, for the footer.
        public var hint: String
        /// A color to show before the title.
        public var swatch: CardColor?
        /// Other words that find it.
        public var also: [String] = []
        /// For an option that continues a typed command: what has to be typed before it is listed.
        public var prefix: String?
        public let perform: @MainActor () -> Void

        public init(
            _ title: String, detail: String = "", hint: String = "choose", swatch: CardColor? = nil,
            perform: @escaping @MainActor () -> Void
        ) {
            self.title = title
            self.detail = detail
            self.hint = hint
            self.swatch = swatch
            self.perform = perform
        }
    }

    /// What becomes of typed text that is none of the options.
    public struct TypedText {
        /// What Enter does with it, for the footer.
        public let hint: String
        /// What is listed before all options for a text; nil for nothing.
        public let title: @Sendable (String) -> String?
        public let accept: @MainActor (String) -> Void

        init(
            _ hint: String, title: @escaping @Sendable (String) -> String?,
            accept: @escaping @MainActor (String) -> Void
        ) {
            self.hint = hint
            self.title = title
            self.accept = accept
        }
    }

    public let title: String
    /// A character before the typed text.
    public let prompt: String
    /// Shown where nothing is typed.
    public let placeholder: String
    public let options: [Option]
    /// The option that is selected at first.
    public let selected: Int
    /// Whether it has few options, which keys pick without a search.
    public let isShort: Bool
    /// Whether the whole title of the selected option is shown.
    public let showsWholeTitle: Bool
    /// Nil if only options can be picked.
    public let typed: TypedText?
    /// Called for each option that is selected before one is picked.
    public var onSelect: @MainActor (Int) -> Void = { _ in }
    /// Called when nothing was picked.
    public var onCancel: @MainActor () -> Void = {}

    public init(
        _ title: String, prompt: String = ":", placeholder: String, _ options: [Option], selecting index: Int? = nil,
        isShort: Bool = false, showsWholeTitle: Bool = false, typed: TypedText? = nil
    ) {
        self.title = title
        self.prompt = prompt
        self.placeholder = placeholder
        self.options = options
        selected = index ?? 0
        self.isShort = isShort
        self.showsWholeTitle = showsWholeTitle
        self.typed = typed
    }
}
