/// A value of a view model or a screen that the screen may show: changing it tells whoever waits for the next change.
///
/// It does what Observation does for `@Observable`, without its record of which value a frame has read: a change of any observed value
/// makes the next frame, and the presenter writes only what differs. That record, with a key path for each value, took 8 % of a start
/// and a sixth of a key.
@MainActor @propertyWrapper
public struct Observed<Value> {
    // Stored under this name: a getter would copy the whole value for each look at a part of it.
    public var wrappedValue: Value {
        didSet { ObservedChanges.tell() }
    }

    @inlinable
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

/// Who waits for the next change of an observed value.
@MainActor
public enum ObservedChanges {
    private static var waiting: [@MainActor () -> Void] = []

    /// Calls the closure once: when any observed value has changed, in the middle of what changes it. It must only note or post
    /// what is to be done.
    public static func next(_ call: @escaping @MainActor () -> Void) {
        waiting.append(call)
    }

    /// An observed value has changed.
    public static func tell() {
        guard !waiting.isEmpty else { return }
        let calls = waiting
        waiting = []
        for call in calls { call() }
    }
}
