internal import Cards

/// The currencies that Java knows: Catima crashes on a link with any other (`Currency.getInstance` throws).
enum JavaCurrency {
    static func isKnown(_ code: String) -> Bool { CurrencyCodes.isKnown(code) && !CurrencyCodes.isNew(code) }
}
