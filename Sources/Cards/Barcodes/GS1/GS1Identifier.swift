/// A GS1 application identifier, such as `01` or `3102`, and the rules for its data.
///
/// Lengths, characters, check digits and dates are checked; combinations of elements and the codes of countries, currencies and
/// companies are not.
struct GS1Identifier: Equatable, Sendable {
    let digits: String
    let parts: [Part]

    /// A part of the data with its own rules.
    struct Part: Hashable, Sendable {
        enum Characters: Character {
            case digits = "N"
            /// The 82 of GS1 General Specifications, figure 7.11-1.
            case letters = "X"
            /// The 39 of figure 7.11-2.
            case capitals = "Y"
            /// The alphabet of base64url.
            case base64 = "Z"
        }

        enum Rule: String {
            case none = ""
            case checkDigit = "csum"
            case day = "yymmdd"
            /// The day may be 00, which means the whole month.
            case dayOrMonth = "yymmd0"
            /// Ends with two check characters (``CheckPair``).
            case checkPair = "csumalpha"
            case hour = "hh"
            case minute = "mi"
            case second = "ss"
        }

        let characters: Characters
        let lengths: ClosedRange<Int>
        let rule: Rule
        let isOptional: Bool
    }

    var lengths: ClosedRange<Int> {
        let least = parts.reduce(0) { $0 + ($1.isOptional ? 0 : $1.lengths.lowerBound) }
        return least...parts.reduce(0) { $0 + $1.lengths.upperBound }
    }

    var holdsDigitsOnly: Bool { parts.allSatisfy { $0.characters == .digits } }

    /// Nil for an unknown identifier.
    static func named(_ digits: some StringProtocol) -> GS1Identifier? { known[String(digits)] }

    /// The identifier at the beginning of the text. It is unambiguous: no identifier is a prefix of another.
    static func beginning(_ text: some StringProtocol) -> GS1Identifier? {
        (2...4).lazy.compactMap { named(text.prefix($0)) }.first
    }

    /// Its data needs no separator: the first two digits determine the length, which readers know without the table (GS1 General
    /// Specifications, figure 7.8.5-2).
    var isPredefinedLength: Bool { Self.isPredefinedLength(digits) }

    static func isPredefinedLength(_ digits: String) -> Bool {
        guard let first = Int(digits.prefix(2)) else { return false }
        return (0...4).contains(first) || (11...20).contains(first) || (31...36).contains(first) || first == 41
    }

    static let known: [String: GS1Identifier] = {
        var table: [String: GS1Identifier] = [:]
        for line in GS1IdentifierTable.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let range = words.first else { continue }
            let parts = words.dropFirst().compactMap(Part.init)
            let ends = range.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, let width = range.split(separator: "-").first?.count
            else { continue }
            for number in first...last {
                let digits = String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
                table[digits] = GS1Identifier(digits: digits, parts: parts)
            }
        }
        return table
    }()
}

extension GS1Identifier.Part {
    /// Parses `N6,yymmdd`, `X..20`, `[N4]`; nil for anything else.
    init?(_ word: Substring) {
        let inner = word.filter { $0 != "[" && $0 != "]" }
        let halves = inner.split(separator: ",", maxSplits: 1)
        guard let shape = halves.first, let letter = shape.first, let characters = Characters(rawValue: letter),
            let most = Int(shape.dropFirst().drop { $0 == "." }),
            let rule = Rule(rawValue: halves.count > 1 ? String(halves[1]) : "")
        else { return nil }
        let isOpen = shape.contains(".")
        self.init(
            characters: characters, lengths: (isOpen ? 1 : most)...most, rule: rule, isOptional: word.hasPrefix("["))
    }

    func holds(_ scalar: Unicode.Scalar) -> Bool {
        switch (characters, scalar) {
        case (_, "0"..."9"): true
        case (.letters, "A"..."Z"), (.letters, "a"..."z"), (.base64, "A"..."Z"), (.base64, "a"..."z"): true
        case (.capitals, "A"..."Z"): true
        case (.letters, _): "!\"%&'()*+,-./:;<=>?_".unicodeScalars.contains(scalar)
        case (.capitals, _): "#-/".unicodeScalars.contains(scalar)
        case (.base64, _): "-_=".unicodeScalars.contains(scalar)
        case (.digits, _): false
        }
    }

    var label: String {
        switch characters {
        case .digits: "digits"
        case .letters: "letters without accents, digits and ! \" % & ' ( ) * + , - . / : ; < = > ? _"
        case .capitals: "capitals, digits and # - /"
        case .base64: "letters without accents, digits and - _ ="
        }
    }
}

/// The known application identifiers, in the notation of GS1's syntax dictionary: a range of identifiers, then the parts of their
/// data. `N` digits, `X` letters, `Y` capitals, `Z` base64url; `N6` six, `X..20` one to twenty, `[…]` optional; `csum` ends with a
/// check digit, `csumalpha` with a check pair, `yymmdd` is a day, `yymmd0` a day or a month, `hh` an hour, `mi` a minute, `ss` a
/// second.
///
/// Source: GS1 Barcode Syntax Dictionary, release 2026-01-27.
enum GS1IdentifierTable {
    static let text = """
        00 N18,csum
        01-03 N14,csum
        10 X..20
        11-13 N6,yymmd0
        15-17 N6,yymmd0
        20 N2
        21-22 X..20
        235 X..28
        240-241 X..30
        242 N..6
        243 X..20
        250-251 X..30
        253 N13,csum [X..17]
        254 X..20
        255 N13,csum [N..12]
        30 N..8
        3100-3105 N6
        3110-3115 N6
        3120-3125 N6
        3130-3135 N6
        3140-3145 N6
        3150-3155 N6
        3160-3165 N6
        3200-3205 N6
        3210-3215 N6
        3220-3225 N6
        3230-3235 N6
        3240-3245 N6
        3250-3255 N6
        3260-3265 N6
        3270-3275 N6
        3280-3285 N6
        3290-3295 N6
        3300-3305 N6
        3310-3315 N6
        3320-3325 N6
        3330-3335 N6
        3340-3345 N6
        3350-3355 N6
        3360-3365 N6
        3370-3375 N6
        3400-3405 N6
        3410-3415 N6
        3420-3425 N6
        3430-3435 N6
        3440-3445 N6
        3450-3455 N6
        3460-3465 N6
        3470-3475 N6
        3480-3485 N6
        3490-3495 N6
        3500-3505 N6
        3510-3515 N6
        3520-3525 N6
        3530-3535 N6
        3540-3545 N6
        3550-3555 N6
        3560-3565 N6
        3570-3575 N6
        3600-3605 N6
        3610-3615 N6
        3620-3625 N6
        3630-3635 N6
        3640-3645 N6
        3650-3655 N6
        3660-3665 N6
        3670-3675 N6
        3680-3685 N6
        3690-3695 N6
        37 N..8
        3900-3909 N..15
        3910-3919 N3 N..15
        3920-3929 N..15
        3930-3939 N3 N..15
        3940-3943 N4
        3950-3955 N6
        400-401 X..30
        402 N17,csum
        403 X..30
        410-417 N13,csum
        420 X..20
        421 N3 X..9
        422 N3
        423 N3 [N3] [N3] [N3] [N3]
        424 N3
        425 N3 [N3] [N3] [N3] [N3]
        426 N3
        427 X..3
        4300-4301 X..35
        4302-4306 X..70
        4307 X2
        4308 X..30
        4309 N20
        4310-4311 X..35
        4312-4316 X..70
        4317 X2
        4318 X..20
        4319 X..30
        4320 X..35
        4321-4323 N1
        4324-4325 N6,yymmd0 N4
        4326 N6,yymmdd
        4330-4333 N6 [X1]
        7001 N13
        7002 X..30
        7003 N6,yymmdd N4
        7004 N..4
        7005 X..12
        7006 N6,yymmdd
        7007 N6,yymmdd [N6],yymmdd
        7008 X..3
        7009 X..10
        7010 X..2
        7011 N6,yymmdd [N4]
        7020-7022 X..20
        7023 X..30
        7030-7039 N3 X..27
        7040 N1 X3
        7041 X..4
        710-717 X..20
        7230-7239 X2 X..28
        7240 X..20
        7241 N2
        7242 X..25
        7250 N8
        7251 N12
        7252 N1
        7253-7254 X..40
        7255 X..10
        7256 X..90
        7257 X..70
        7258 X3
        7259 X..40
        8001 N14
        8002 X..20
        8003 N1 N13,csum [X..16]
        8004 X..30
        8005 N6
        8006 N14,csum N4
        8007 X..34
        8008 N6,yymmdd N2,hh [N2],mi [N2],ss
        8009 X..50
        8010 Y..30
        8011 N..12
        8012 X..20
        8013-8014 X..25,csumalpha
        8017-8018 N18,csum
        8019 N..10
        8020 X..25
        8026 N14,csum N4
        8030 Z..90
        8040-8041 N15
        8042 N32
        8043 N18 [N..2]
        8110 X..70
        8111 N4
        8112 X..70
        8200 X..70
        90 X..30
        91-99 X..90
        """
}
