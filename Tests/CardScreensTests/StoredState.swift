/// All that an object and the objects behind it hold: to see that something changed none of it. Nothing is read through properties,
/// so nothing is observed.
///
/// Objects of other modules than the toolkit's, the screens' and their models' count as one value each.
struct StoredState {
    /// By the way that leads to them, in their order.
    private(set) var values: [(path: String, value: String)] = []
    private var objects: Set<ObjectIdentifier> = []
    /// By their types: to ask for a type's name takes long.
    private var modules: [ObjectIdentifier: String] = [:]

    private static let own = ["Terminal", "CardScreens", "CardViewModels"]

    init(of root: AnyObject) { add(root, at: "") }

    /// What differs, at the first ways that lead to something else.
    func differences(from other: StoredState) -> [String] {
        let pairs = zip(values, other.values).filter { $0 != $1 }
        let count = values.count == other.values.count ? [] : ["\(values.count), not \(other.values.count) values"]
        return pairs.prefix(3).map { "\($0.path): \($0.value), not \($1.path): \($1.value)" } + count
    }

    private mutating func add(_ value: Any, at path: String) {
        if type(of: value) is AnyClass { return add(object: value as AnyObject, at: path) }
        if let value = value as? any Hashable { return values.append((path, "\(value.hashValue)")) }
        // Whoever observes is no part of the state.
        if module(of: value) == "Observation" { return }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { values.append((path, "\(value)")) }
        add(mirror, at: path)
    }

    private mutating func add(object: AnyObject, at path: String) {
        let identifier = ObjectIdentifier(object)
        values.append((path, "\(identifier.hashValue)"))
        guard objects.insert(identifier).inserted, Self.own.contains(module(of: object)) else { return }
        add(Mirror(reflecting: object), at: path)
    }

    private mutating func add(_ mirror: Mirror, at path: String) {
        for (index, child) in mirror.children.enumerated() {
            add(child.value, at: "\(path).\(child.label ?? "\(index)")")
        }
    }

    private mutating func module(of value: Any) -> String {
        let identifier = ObjectIdentifier(type(of: value))
        if let known = modules[identifier] { return known }
        let module = String(String(reflecting: type(of: value)).prefix { $0 != "." })
        modules[identifier] = module
        return module
    }
}
