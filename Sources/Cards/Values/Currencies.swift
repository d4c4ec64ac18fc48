/// The codes of currencies, as ISO 4217 lists them now or did before.
public enum CurrencyCodes {
    public static func isKnown(_ code: String) -> Bool { earlier.contains(ExactText(code)) || isNew(code) }

    /// Whether it came after the data of OpenJDK below.
    public static func isNew(_ code: String) -> Bool { ["XAD", "XCG", "ZWG"].contains(ExactText(code)) }

    /// Source: OpenJDK, CurrencyData.properties, data version 175, which never removes a code.
    private static let earlier = Set(
        """
        ADP AED AFA AFN ALL AMD ANG AOA ARS ATS AUD AWG AYM AZM AZN BAM BBD BDT BEF BGL BGN BHD BIF BMD BND BOB BOV BRL BSD
        BTN BWP BYB BYN BYR BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CSD CUC CUP CVE CYP CZK DEM DJF DKK DOP DZD EEK
        EGP ERN ESP ETB EUR FIM FJD FKP FRF GBP GEL GHC GHS GIP GMD GNF GRD GTQ GWP GYD HKD HNL HRK HTG HUF IDR IEP ILS INR
        IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LUF LVL LYD MAD MDL MGA MGF
        MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MXV MYR MZM MZN NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
        PTE PYG QAR ROL RON RSD RUB RUR RWF SAR SBD SCR SDD SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SRG SSP STD STN SVC SYP
        SZL THB TJS TMM TMT TND TOP TPE TRL TRY TTD TWD TZS UAH UGX USD USN USS UYI UYU UZS VEB VED VEF VES VND VUV WST XAF
        XAG XAU XBA XBB XBC XBD XCD XDR XFO XFU XOF XPD XPF XPT XSU XTS XUA XXX YER YUM ZAR ZMK ZMW ZWD ZWL ZWN ZWR
        """.split(whereSeparator: \.isWhitespace).map { ExactText(String($0)) })
}

/// How many decimals an amount in a currency has, by ISO 4217.
enum CurrencyDigits {
    static func count(in currency: String) -> Int { exceptions[currency] ?? 2 }

    private static let exceptions: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
    ]
}
