internal import Basics

/// A secret field of a card, such as a PIN. It is no part of ``Card``, so that nothing that handles cards can show, index, log or send it. Only
/// the label is printed.
public struct CardSecret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The most secret fields of a card.
    public static let maximum = 20
    public static let valueBytes = 4 << 10

    /// As one of ``OwnField``: never empty, one line. Unique among those of the card.
    @ByCodePoints public private(set) var label: String
    /// Never empty, one line.
    @ByCodePoints public private(set) var value: String

    /// Checks both, as they are typed or read. Throws ``TypingError``, whose message does not quote the value.
    public init(label: String, value: String) throws(TypingError) {
        self.label = try Self.label(label)
        if value.isEmpty { throw TypingError("a secret cannot be empty") }
        if value.utf8.count > Self.valueBytes {
            throw TypingError(
                "a secret can be \(Self.valueBytes.byteText) at most, but is "
                    + (value.utf8.count + 1023).byteText)
        }
        guard Self.isLine(value) else { throw TypingError("a secret is one line without control characters") }
        self.value = value
    }

    /// The label of a secret field as it is kept. Throws ``TypingError``.
    public static func label(_ text: String) throws(TypingError) -> String {
        let label = text.trimmed
        if label.isEmpty { throw TypingError("a secret field needs a label, such as PIN") }
        if label.utf8.count > CardBounds.lineBytes {
            throw TypingError("a label can be \(CardBounds.lineBytes.byteText) at most")
        }
        guard isLine(label) else { throw TypingError("a label is one line without control characters") }
        return label
    }

    private static func isLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
    }

    /// What stands for any secret where it is not shown. Their number says nothing of its length.
    public static let dots = "••••••••"

    /// What is deleted: the field with this label, or all of a card.
    public static func object(_ label: String?) -> String {
        label.map { "the secret field \($0)" } ?? "all secret fields"
    }

    /// Asks before fields are deleted forever.
    public static func erasureQuestion(_ label: String?, of card: String) -> String {
        "Delete \(object(label)) of \(card) forever, with its history? This cannot be undone."
    }

    public var description: String { "\(label): \(Self.dots)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What became of a secret field that was to be set.
public enum SecretOutcome: Hashable, Sendable {
    case set, same
    /// It would be one more than a card can have.
    case tooMany
}

/// Why a secret field was not set, for the user.
public struct SecretError: UserFacingError, Equatable {
    public let userMessage: String

    public init(_ message: String) { userMessage = message }

    public static let tooMany = SecretError("A card can have \(CardSecret.maximum) secret fields at most.")
}

// MARK: - JSON

extension CardSecret {
    /// The member of a card in a file of ours that was asked to have them: a list of objects with `label` and `value`.
    public static let key = "secrets"

    public static func json(of secrets: [CardSecret]) -> JSON {
        .array(
            secrets.map { .object(JSONObject([("label", .string($0.label)), ("value", .string($0.value))])) })
    }

    /// Takes the secret fields out of the members of a card in a file, so that they do not become an unknown member of the card.
    /// - Returns: them, and what could not be taken. A member that is no list is not one of ours, and stays.
    public static func take(
        from members: inout [(key: String, value: JSON)]
    ) -> (secrets: [CardSecret], remarks: [String]) {
        var (secrets, remarks): ([CardSecret], [String]) = ([], [])
        guard members.contains(where: { $0.key == key }) else { return ([], []) }
        // The same in other letters is the same field: the second would replace the first.
        var labels: [String: String] = [:]
        members.removeAll { member in
            guard member.key == key, let list = member.value.array else { return false }
            for element in list {
                do throws(TypingError) {
                    guard let label = element["label"]?.string, let value = element["value"]?.string else {
                        throw TypingError("its label or its value is missing")
                    }
                    let secret = try CardSecret(label: label, value: value)
                    let known = labels.updateValue(secret.label, forKey: TextFolding.fold(secret.label))
                    if let known {
                        throw TypingError("its label \"\(secret.label)\" is already used by \"\(known)\"")
                    }
                    secrets.append(secret)
                } catch {
                    remarks.append("a secret field was left out: \(error.message)")
                }
            }
            return true
        }
        return (secrets, remarks)
    }
}
