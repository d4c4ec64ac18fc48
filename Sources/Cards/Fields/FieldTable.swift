extension FieldDefinition {
    /// All fields, in JSON order.
    ///
    /// A new field is a property of ``Card``, a case of ``CardField`` and a row here; a form field is also a case of
    /// ``DraftField``. Its column is added by a step of the store's schema.
    public static let all: [FieldDefinition] = [
        FieldDefinition(
            .name, key: "name", noun: "name", form: .name,
            .text(Access({ $0.name }, { $0.name = $1 }), .line)),
        FieldDefinition(
            .front, key: "front", noun: "front photo", form: .front,
            .photo(Access({ $0.front }, { $0.front = $1 }))),
        FieldDefinition(
            .back, key: "back", noun: "back photo", form: .back,
            .photo(Access({ $0.back }, { $0.back = $1 }))),
        FieldDefinition(
            .number, key: "number", noun: "number", form: .number,
            .text(Access({ $0.number }, { $0.number = $1 }), .line)),
        FieldDefinition(
            .barcode, key: "barcode", noun: "barcode", form: .barcode,
            .barcode(Access({ $0.barcode }, { $0.barcode = $1 }))),
        FieldDefinition(
            .note, key: "note", noun: "note", form: .note,
            .text(Access({ $0.note }, { $0.note = $1 }), .note)),
        FieldDefinition(
            .balance, key: "balance", noun: "balance", form: .balance,
            .text(Access({ $0.balance }, { $0.balance = $1 }), .amount)),
        FieldDefinition(
            .currency, key: "currency", noun: "currency", form: .currency,
            .currency(Access({ $0.currency }, { $0.currency = $1 }))),
        FieldDefinition(
            .validFrom, key: "validFrom", label: "valid from", noun: "start date", form: .validFrom,
            .day(Access({ $0.validFrom }, { $0.validFrom = $1 }))),
        FieldDefinition(
            .expiry, key: "expiry", noun: "expiry date", form: .expiry,
            .day(Access({ $0.expiry }, { $0.expiry = $1 }))),
        FieldDefinition(
            .groups, key: "groups", noun: "groups", form: .groups,
            .texts(Access({ $0.groups }, { $0.groups = $1 }))),
        FieldDefinition(
            .color, key: "color", label: "color", noun: "color", form: .color,
            .color(Access({ $0.color }, { $0.color = $1 }))),
        FieldDefinition(
            .isStarred, key: "starred", label: "star", noun: nil, form: .isStarred,
            .flag(Access({ $0.isStarred }, { $0.isStarred = $1 }), on: "★ starred", off: "☆ not starred")),
        FieldDefinition(
            .isArchived, key: "archived", label: "archive", noun: nil, readAfter: .isStarred,
            .flag(Access({ $0.isArchived }, { $0.isArchived = $1 }), on: "archived", off: "not archived")),
        FieldDefinition(
            .created, key: "created", noun: nil,
            .time(Access({ $0.created }, { $0.created = $1 }))),
        FieldDefinition(
            .modified, key: "modified", noun: nil,
            .time(Access({ $0.modified }, { $0.modified = $1 }))),
        FieldDefinition(
            .icon, key: "icon", noun: "icon", form: .icon,
            .photo(Access({ $0.icon }, { $0.icon = $1 }))),
        FieldDefinition(
            .phone, key: "phone", noun: "phone number", form: .phone,
            .text(Access({ $0.phone }, { $0.phone = $1 }), .detail(isLink: false))),
        FieldDefinition(
            .website, key: "website", noun: "website", form: .website,
            .text(Access({ $0.website }, { $0.website = $1 }), .detail(isLink: true))),
        FieldDefinition(
            .remindBefore, key: "remindBefore", label: "remind", noun: "reminders", form: .remindBefore,
            .text(Access({ $0.remindBefore }, { $0.remindBefore = $1 }), .periods)),
        FieldDefinition(
            .codes, key: "codes", noun: "codes", form: .codes,
            .entries(EntryAccess(Access({ $0.codes }, { $0.codes = $1 })))),
        FieldDefinition(
            .ownFields, key: "fields", noun: "custom fields", form: .ownFields,
            .entries(EntryAccess(Access({ $0.ownFields }, { $0.ownFields = $1 })))),
        FieldDefinition(
            .pictures, key: "pictures", noun: "pictures", form: .pictures,
            .entries(EntryAccess(Access({ $0.pictures }, { $0.pictures = $1 })))),
        FieldDefinition(
            .used, key: "used", noun: nil,
            .day(Access({ $0.used }, { $0.used = $1 }))),
    ]
}
