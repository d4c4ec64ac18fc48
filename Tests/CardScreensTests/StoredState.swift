/// A dump of all state in an object and the objects it refers to, to detect changes. Nothing is read through properties, so nothing is
/// observed.
///
/// Objects from modules other than Terminal, CardScreens and CardViewModels count as one value each.
struct StoredState {
    /// The values with their paths, in order.
    private(set) var values: [(path: String, value: String)] = []
    private var objects: Set<ObjectIdentifier> = []
    /// A cache by type: looking up a type's name is slow.
    private var modules: [ObjectIdentifier: String] = [:]

    private static let own = ["Terminal", "CardScreens", "CardViewModels"]

    init(of root: AnyObject) { add(root, at: "") }

    /// The differences, at the first paths that lead to different values.
    func differences(from other: StoredState) -> [String] {
        let pairs = zip(values, other.values).filter { $0 != $1 }
        let count = values.count == other.values.count ? [] : ["\(values.count), not \(other.values.count) values"]
        return pairs.prefix(3).map { "\($0.path): \($0.value), not \($1.path): \($1.value)" } + count
    }

    private mutating func add(_ value: Any, at path: String) {
        if type(of: value) is AnyClass { return add(object: value as AnyObject, at: path) }
        if let value = value as? any Hashable { return values.append((path, "\(value.hashValue)")) }
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
