/// The draft as named values, for an editor instead of the form. Photos are not part of it.
extension CardDraft {
    /// The form's fields that are typed, and the star.
    public var namedTexts: [NamedText] {
        DraftField.allCases.filter { $0.side == nil }.map { field in
            NamedText(name: field.rawValue, text: field == .isStarred ? "\(isStarred)" : text(of: field))
        }
    }

    /// Takes over what was edited; a name that is missing leaves its field as it is.
    /// - Returns: what cannot be used, by line.
    public mutating func receive(_ values: [NamedText]) -> [NamedTextProblem] {
        var problems: [NamedTextProblem] = []
        var lines: [DraftField: Int] = [:]
        for value in values {
            guard let field = DraftField(rawValue: value.name), field.side == nil else {
                problems.append(NamedTextProblem(line: value.line, reason: "there is no field \(value.name)"))
                continue
            }
            if let first = lines.updateValue(value.line, forKey: field) {
                problems.append(
                    NamedTextProblem(line: value.line, reason: "\(value.name) is set twice, first in line \(first)"))
            }
            guard field == .isStarred else {
                if !text(of: field).isSameText(as: value.text) { setText(value.text, of: field) }
                continue
            }
            switch value.text {
            case "true": isStarred = true
            case "false": isStarred = false
            default: problems.append(NamedTextProblem(line: value.line, reason: "this must be true or false"))
            }
        }
        return (problems + values.problems(of: self)).sorted { $0.line < $1.line }
    }
}

extension [NamedText] {
    /// The problems of the draft's fields, by the lines of the values. One of a field that is not there belongs to the beginning.
    public func problems(of draft: CardDraft) -> [NamedTextProblem] {
        draft.problems.map { field, reason in
            NamedTextProblem(line: last { $0.name == field.rawValue }?.line ?? 1, reason: reason)
        }.sorted { $0.line < $1.line }
    }
}
