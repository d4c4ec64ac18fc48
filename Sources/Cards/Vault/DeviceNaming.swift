internal import Basics

/// The names of devices, by which people tell the sides of a conflict apart: no two devices of a vault are called the same.
public enum DeviceNaming {
    /// Words for a side of a conflict that are no names.
    private static let words: Set<String> = ["mine", "theirs"]

    /// The name, or where it is taken the name with the first free number: `vm`, `vm-2`, `vm-3`.
    public static func free(_ name: String, beside taken: some Sequence<String>) -> String {
        let taken = words.union(taken.map { TextFolding.fold($0) })
        if !taken.contains(TextFolding.fold(name)) { return name }
        let stem = stem(of: name)
        for number in 2... where !taken.contains(TextFolding.fold("\(stem)-\(number)")) { return "\(stem)-\(number)" }
        return name
    }

    /// The names by device. Of several with one name, which older versions or two that joined at once made, all but the first in the order of
    /// identifiers get a number, the same on every device.
    public static func distinct(_ names: [DeviceID: String]) -> [DeviceID: String] {
        var distinct: [DeviceID: String] = [:]
        var taken = Set(names.values)
        var seen: Set<String> = []
        for (device, name) in names.sorted(by: { $0.key < $1.key }) {
            let isFree = name.isEmpty || seen.insert(TextFolding.fold(name)).inserted
            distinct[device] = isFree ? name : free(name, beside: taken)
            taken.insert(distinct[device] ?? name)
        }
        return distinct
    }

    public static func sentence(_ name: String, insteadOf taken: String) -> String {
        "\(reason(taken)): this one is called \(name)."
    }

    /// Why a name is not free, as the beginning of a sentence.
    public static func reason(_ taken: String) -> String {
        words.contains(TextFolding.fold(taken))
            ? "A device cannot be called \(taken), which has a meaning in conflicts"
            : "Another device is called \(taken)"
    }

    /// Without a number that was added.
    private static func stem(of name: String) -> Substring {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let rest = name.dropLast(digits)
        return digits > 0 && rest.count > 1 && rest.last == "-" ? rest.dropLast() : name[...]
    }
}
