internal import Basics
internal import Cards

/// Where a pass matters, as lines of the card's note: what the pass says there, and a link to a map.
struct PassPlaces {
    /// More than a pass may have; iOS looks at the first ten.
    private static let maximum = 10

    let text: String
    let remarks: [String]

    init(_ pass: JSON, _ strings: [ExactText: String]) {
        var (lines, wrong): ([String], Int) = ([], 0)
        for place in (pass["locations"]?.array ?? []).prefix(Self.maximum) {
            guard let latitude = Self.degrees(place["latitude"], upTo: 90),
                let longitude = Self.degrees(place["longitude"], upTo: 180)
            else {
                wrong += 1
                continue
            }
            let name = strings.text(of: place["relevantText"]).trimmed.split(whereSeparator: \.isNewline).joined(
                separator: " ")
            let link = "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
            let line = name.isEmpty ? link : "\(name): \(link)"
            if !lines.contains(line) { lines.append(line) }
        }
        text = lines.joined(separator: "\n")
        remarks = wrong == 0 ? [] : ["\(wrong.counted("place")) without a valid latitude and longitude: left out"]
    }

    /// The number as it is written, where it is one of degrees. Some programs write it as a text.
    private static func degrees(_ value: JSON?, upTo limit: Double) -> String? {
        guard let digits = value?.shownText, digits.utf8.count <= 30,
            digits.utf8.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }), let degrees = Double(digits),
            abs(degrees) <= limit
        else { return nil }
        guard digits.contains("e") || digits.contains("E") || digits.hasPrefix("+") else { return digits }
        // A centimetre or so is as exact as a map.
        let parts = Int((abs(degrees) * 1e6).rounded()).quotientAndRemainder(dividingBy: 1_000_000)
        let rest = String(String(1_000_000 + parts.remainder).dropFirst())
        return (degrees < 0 ? "-" : "") + "\(parts.quotient).\(rest)"
    }
}
