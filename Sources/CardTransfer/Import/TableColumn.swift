internal import Basics
internal import Cards

/// What a column of a table of cards is.
public enum TableColumn: String, Sendable, CaseIterable {
    case name, number, barcode, note, expiry, balance, currency, group
    case validFrom = "valid-from"
    case phone, website, color
    /// The text of the barcode, where it is not the number; its encoding; the marks. Our own tables have them.
    case code, encoding, star, archived, used

    /// The name for people.
    public var label: String { rawValue.replacing(bytesOf: "-", with: " ") }

    /// The usual names of such a column in the languages of tables that people have shown, the surest first, as ``key(_:)`` makes them.
    private var names: [String] {
        switch self {
        case .name:
            [
                "name", "cardname", "storename", "shopname", "store", "shop", "merchant", "retailer", "company",
                "title", "card",
                "geschaft", "laden", "handler", "firma", "bezeichnung", "kartenname", "karte", "magasin", "enseigne",
                "nom",
                "commerce", "marque", "tienda", "comercio", "nombre", "negozio", "nome", "esercente", "winkel", "naam",
                "sklep",
                "nazwa", "loja", "店名", "店舗", "店舗名", "名前", "名称", "カード名", "ショップ",
            ]
        case .number:
            [
                "number", "cardnumber", "membernumber", "membershipnumber", "loyaltynumber", "accountnumber", "cardno",
                "memberno", "membershipno", "accountno", "cardid", "memberid", "membershipid", "no", "member",
                "membership",
                "kartennummer", "kartennr", "kundennummer", "kundennr", "mitgliedsnummer", "nummer", "nr",
                "numerodecarte",
                "numerodelacarte", "ndecarte", "numero", "numerocarte", "ncarte", "numerodetarjeta", "ndetarjeta",
                "numerodesocio",
                "numerotessera", "numerocarta", "numerodicarta", "tessera", "kaartnummer", "klantnummer", "lidnummer",
                "numerkarty",
                "nrkarty", "numer", "numerodocartao", "numerocartao", "cartao", "番号", "カード番号", "会員番号", "code", "id",
            ]
        case .barcode:
            [
                "barcode", "barcodetype", "barcodeformat", "barcodekind", "codetype", "type", "format", "strichcode",
                "barcodetyp",
                "codetyp", "typ", "codebarre", "codebarres", "typedecode", "codigodebarras", "tipo", "tipodicodice",
                "codiceabarre", "streepjescode", "kodkreskowy", "typkodu", "バーコード", "種類",
            ]
        case .note:
            [
                "note", "notes", "comment", "comments", "remark", "remarks", "description", "memo", "notiz", "notizen",
                "bemerkung",
                "bemerkungen", "kommentar", "anmerkung", "remarque", "remarques", "commentaire", "commentaires", "nota",
                "notas",
                "comentario", "comentarios", "observaciones", "commento", "opmerking", "opmerkingen", "notitie",
                "uwagi", "notatka",
                "observacao", "observacoes", "メモ", "備考", "ノート",
            ]
        case .expiry:
            [
                "expiry", "expires", "expirydate", "expirationdate", "expiration", "exp", "expdate", "validuntil",
                "validto",
                "validthru", "end", "enddate", "ablaufdatum", "ablauf", "gultigbis", "verfallsdatum", "lauftab",
                "dateexpiration",
                "datedexpiration", "expirele", "finvalidite", "fechadecaducidad", "caducidad", "vencimiento",
                "fechadevencimiento",
                "scadenza", "datadiscadenza", "vervaldatum", "geldigtot", "datawaznosci", "waznado", "waznosc",
                "validade",
                "datadevalidade", "有効期限", "期限",
            ]
        case .balance:
            [
                "balance", "amount", "value", "credit", "points", "guthaben", "betrag", "saldo", "punkte", "wert",
                "solde", "montant",
                "importe", "puntos", "importo", "credito", "tegoed", "bedrag", "punten", "kwota", "punkty", "valor",
                "pontos", "残高",
                "ポイント", "金額",
            ]
        case .currency:
            ["currency", "wahrung", "devise", "monnaie", "moneda", "divisa", "valuta", "waluta", "moeda", "通貨"]
        case .group:
            [
                "group", "groups", "category", "categories", "tag", "tags", "gruppe", "gruppen", "kategorie", "groupe",
                "groupes",
                "categorie", "categoria", "categorias", "grupo", "grupos", "gruppo", "gruppi", "groep", "groepen",
                "grupa", "grupy",
                "kategoria", "グループ", "カテゴリ",
            ]
        case .validFrom:
            [
                "validfrom", "from", "start", "startdate", "gultigab", "gultigvon", "valablele", "valableapartirdu",
                "validodesde",
                "validodal", "geldigvanaf", "waznaod", "validodesde",
            ]
        case .phone: ["phone", "telephone", "tel", "phonenumber", "telefon", "telefono", "telefoon", "telefone", "電話"]
        case .website: ["website", "url", "web", "homepage", "webseite", "siteweb", "sitoweb", "sitioweb", "strona"]
        case .color: ["color", "colour", "farbe", "couleur", "colore", "kleur", "kolor", "cor", "色"]
        case .code: ["codetext", "barcodetext"]
        case .encoding: ["encoding"]
        case .star: ["star", "starred", "favorite", "favourite", "favorit"]
        case .archived: ["archived", "archive"]
        case .used: ["used", "usedon"]
        }
    }

    /// The name of a column without case, marks, blanks and signs: "N° de carte" is "ndecarte", "Card #" is "cardnumber".
    static func key(_ name: String) -> String {
        let words = TextFolding.fold(name.replacing(bytesOf: "#", with: " number").filter { !"°º".contains($0) })
        return String(words.filter { $0.isLetter || $0.isNumber })
    }

    /// The columns of a header that have usual names, beside those that are known: of several the one with the surest name.
    static func recognized(in header: [String], beside known: [TableColumn: Int] = [:]) -> [TableColumn: Int] {
        var columns = known
        let keys = header.map(key)
        for column in allCases where columns[column] == nil {
            let used = Set(columns.values)
            columns[column] =
                column.names.lazy.compactMap { name in keys.indices.first { keys[$0] == name && !used.contains($0) } }
                .first
        }
        return columns
    }

    /// What is assumed of a table that names no column of names: its first unknown column is one.
    public static func assumed(for header: [String]) -> [TableColumn: Int] {
        var columns = recognized(in: header)
        guard columns[.name] == nil else { return columns }
        let used = Set(columns.values)
        let name = header.indices.first { !used.contains($0) } ?? 0
        columns = columns.filter { $0.value != name }
        columns[.name] = name
        return columns
    }
}
