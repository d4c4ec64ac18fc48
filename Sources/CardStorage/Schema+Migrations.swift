extension Schema {
    /// - `codes`, `fields`, `pictures` of `card` and `shadow`: lists of a card as JSON, photos by hash; NULL for none. A backend or a file
    ///   may have sent the keys before, which are then in `unknown`. Lists of codes and of fields that the program would write itself
    ///   move; any other value stays. Pictures stay, since their bytes have no hash here: with the next list of the backend they are
    ///   pictures of the card.
    static let lists = ["card", "shadow"].map { table in
        """
        ALTER TABLE \(table) ADD COLUMN codes TEXT;
        ALTER TABLE \(table) ADD COLUMN fields TEXT;
        ALTER TABLE \(table) ADD COLUMN pictures TEXT;
        """ + moved("codes", of: table, upTo: 20, required: ["format"], optional: ["encoding", "label", "value"])
            + moved("fields", of: table, upTo: 50, required: ["name", "value"], optional: [])
    }.joined(separator: "\n")

    /// Moves a list out of `unknown` whose elements have the required members and no others than these and the optional ones, each once
    /// and a text. The first required one is not empty.
    private static func moved(
        _ key: String, of table: String, upTo count: Int, required: [String], optional: [String]
    ) -> String {
        let names = (required + optional).map { "'\($0)'" }.joined(separator: ", ")
        let lacking = required.map { "json_type(element.value, '$.\($0)') IS NOT 'text'" }.joined(separator: " OR ")
        return """

            UPDATE \(table) SET
                \(key) = unknown -> '$.\(key)',
                \(table == "card" ? "search = x''," : "")
                unknown = nullif(json_remove(unknown, '$.\(key)'), '{}')
            WHERE instr(unknown, '"\(key)":[') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.\(key)') = 'array'
                AND length(CAST(unknown -> '$.\(key)' AS BLOB)) <= 65536
                AND json_array_length(unknown, '$.\(key)') BETWEEN 1 AND \(count)
                AND NOT EXISTS (
                    SELECT 1 FROM json_each(unknown, '$.\(key)') AS element
                    WHERE CASE WHEN element.type = 'object' THEN \(lacking)
                        OR element.value ->> '\(required[0])' = ''
                        OR EXISTS (
                            SELECT 1 FROM json_each(element.value) AS member
                            GROUP BY member.key HAVING count(*) > 1 OR member.key NOT IN (\(names))
                            OR max(member.type) <> 'text')
                        ELSE 1 END) END;
            """
    }
}

extension Schema {
    /// The history of a card, and where its changes came from.
    ///
    /// - `change_card`: the entries of a card but those that added it, so that an import does not pay for it. SQLite adds the sequence.
    ///   Of a card that is here, the entry that added it is `card.row`.
    /// - `change.born`: of a deletion the entry that had added the card; NULL in those of older versions.
    /// - `step.source`: of an import the program that wrote the file, if it was another one.
    static let changes = """
        CREATE INDEX change_card ON change (card) WHERE previous IS NOT NULL;
        ALTER TABLE change ADD COLUMN born INTEGER;
        ALTER TABLE step ADD COLUMN source TEXT;
        """
}

extension Schema {
    /// - `phone`, `website` of `card` and `shadow`. Backends and files may have sent these keys before, which are then in
    ///   `unknown`. A value that the field accepts moves: a text of at most 64 kB, a number as its digits, or null. Other values
    ///   stay in `unknown`, as does a text with U+0000, which SQLite would cut off there.
    static let contact = ["card", "shadow"].flatMap { table in
        ["phone", "website"].map { key in
            """
            ALTER TABLE \(table) ADD COLUMN \(key) TEXT NOT NULL DEFAULT '';
            UPDATE \(table) SET
                \(key) = CASE json_type(unknown, '$.\(key)')
                    WHEN 'text' THEN unknown ->> '$.\(key)' WHEN 'null' THEN '' ELSE unknown -> '$.\(key)' END,
                \(table == "card" ? "search = x''," : "")
                unknown = nullif(json_remove(unknown, '$.\(key)'), '{}')
            WHERE instr(unknown, '"\(key)":') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.\(key)') IN ('text', 'integer', 'real', 'null')
                AND ifnull(length(CAST(unknown ->> '$.\(key)' AS BLOB)), 0) <= 65536
                AND NOT instr(unknown -> '$.\(key)', '\\u0000') END;
            """
        }
    }.joined(separator: "\n")
}

extension Schema {
    /// Removes what older versions left of cards that were deleted for good: their entries in the log, and all values in what sync
    /// remembers of them. The last entry of the log stays, without values: its sequence must not be used again.
    ///
    /// - `backend.last_sync`: when a transfer with it succeeded last.
    static let deletion = """
        ALTER TABLE backend ADD COLUMN last_sync INTEGER;

        DELETE FROM change WHERE sequence < (SELECT max(sequence) FROM change)
            AND sequence <= (SELECT emptied.sequence FROM emptied WHERE emptied.card = change.card);
        UPDATE change SET fields = NULL, previous = NULL
            WHERE sequence <= (SELECT emptied.sequence FROM emptied WHERE emptied.card = change.card);

        UPDATE shadow SET name = '', number = '', starred = 0, archived = 0, valid_from = NULL, expiry = NULL, color = NULL,
            front = NULL, groups = NULL, back = NULL, icon = NULL, barcode_format = NULL, barcode_value = NULL,
            barcode_encoding = NULL, balance = '', currency = NULL, created = NULL, modified = NULL, note = '',
            unknown = NULL, phone = '', website = ''
            WHERE card IN (\(gone));
        UPDATE acknowledged SET before = json_object('identifier', card) WHERE card IN (\(gone));
        UPDATE owed SET failure = NULL WHERE card IN (\(gone));
        DELETE FROM conflict WHERE card IN (\(gone));
        DELETE FROM hand WHERE card IN (\(gone));
        """

    /// The cards that were deleted for good and did not come back since, not even into the trash.
    private static let gone = """
        SELECT card FROM emptied WHERE NOT EXISTS (SELECT 1 FROM card WHERE id = emptied.card) AND NOT EXISTS (
            SELECT 1 FROM change
            WHERE change.card = emptied.card AND fields IS NULL AND change.sequence > emptied.sequence)
        """
}

extension Schema {
    /// Undo, redo and the trash. These tables only refer to entries of the log. After the migration there are no steps to undo,
    /// but the trash has the cards that were deleted before.
    ///
    /// - `step`: the entries of the log, from `first` to `last`, that one call made. `origin`: the step that they undo or redo;
    ///   for an action of the user the step itself. `stack`: whether undo or redo may revert it; NULL for neither.
    /// - `change_deletion`: the index for the trash. It holds only deletions, so that an import does not pay for it.
    /// - `emptied`: the entry of the log up to which a card is deleted for good.
    /// - `photo_use`: the photos that a card names now, in its history, or in a backend's version of it.
    static let history = """
        CREATE TABLE step (
            first INTEGER PRIMARY KEY, last INTEGER NOT NULL, kind TEXT NOT NULL, origin INTEGER NOT NULL, stack TEXT
        ) STRICT;
        CREATE INDEX step_stack ON step (stack) WHERE stack IS NOT NULL;

        CREATE INDEX change_deletion ON change (card) WHERE fields IS NULL;

        CREATE TABLE emptied (card TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE photo_use (card TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (card, hash)) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_use_hash ON photo_use (hash);
        \(photoUses)
        """

    /// Fills `photo_use` for an existing store. Invalid JSON names no photo; it must not keep the store from opening. Searching
    /// for the key first spares most entries the JSON parser.
    private static var photoUses: String {
        let columns = [("card", "id"), ("shadow", "card")].flatMap { table, card in
            ["front", "back", "icon"].map { "SELECT \(card) AS card, \($0) AS hash FROM \(table)" }
        }
        let texts = [("change", "fields"), ("change", "previous"), ("conflict", "theirs")].flatMap { table, text in
            ["front", "back", "icon"].map {
                """
                SELECT card, CASE WHEN json_valid(\(text)) THEN \(text) ->> '\($0)' END AS hash
                FROM \(table) WHERE instr(\(text), '"\($0)":"')
                """
            }
        }
        return (columns + texts)
            .map { "INSERT OR IGNORE INTO photo_use SELECT card, hash FROM (\($0)) WHERE length(hash) = 64;" }
            .joined(separator: "\n")
    }
}

extension Schema {
    /// What an import replaced beside the cards, until its step can neither be undone nor redone.
    ///
    /// - `step`: the first entry in the log of the import's step. `replaces`: whether the origin of the card was written; what undo or
    ///   redo puts in its place is in the columns behind it, where `base` NULL is none.
    /// - `contests`: whether the conflict with the files changed; `before` and `after`: their values of the fields in conflict.
    static let importUndo = """
        CREATE TABLE import_undo (
            card TEXT NOT NULL, program TEXT NOT NULL, step INTEGER NOT NULL,
            replaces INTEGER NOT NULL, key TEXT, file INTEGER, place INTEGER, raw BLOB, base TEXT,
            contests INTEGER NOT NULL, before TEXT, after TEXT,
            PRIMARY KEY (card, program, step)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX import_undo_step ON import_undo (step);
        """
}

extension Schema {
    /// Conditional requests, absent cards and parked uploads.
    ///
    /// - `backend.entity_tag`, `backend.last_modified`: the validators of the last complete list.
    /// - `shadow.absent`: the last complete list did not name the card.
    /// - `owed.is_refused`: the backend rejected the card as it is.
    static let network = """
        ALTER TABLE backend ADD COLUMN entity_tag TEXT;
        ALTER TABLE backend ADD COLUMN last_modified TEXT;
        ALTER TABLE shadow ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX shadow_absent ON shadow (backend) WHERE absent = 1;
        ALTER TABLE owed ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX owed_refused ON owed (backend) WHERE is_refused = 1;
        CREATE INDEX conflict_card ON conflict (card);
        """

    /// - `acknowledged`: the backend's values from before an accepted write, in the fields that were written, until a list
    ///   confirms the write. One row for each write: a stale list may show the state before any of them.
    static let acknowledgements = """
        CREATE TABLE acknowledged (
            number INTEGER PRIMARY KEY, backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL, before TEXT NOT NULL
        ) STRICT;
        CREATE INDEX acknowledged_card ON acknowledged (backend, card);
        """
}

extension Schema {
    /// Where cards came from, on this machine only: an import finds them again, and an export writes back what was not changed.
    ///
    /// - `origin_file`: the columns and the groups of a file of another program; `time`: when it was imported last.
    /// - `origin`: a card of such a file: its key there, its position, its bytes, and the card that they gave.
    static let origins = """
        CREATE TABLE origin_file (
            number INTEGER PRIMARY KEY, program TEXT NOT NULL, header BLOB NOT NULL, groups TEXT NOT NULL, time INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE origin (
            card TEXT NOT NULL, program TEXT NOT NULL, key TEXT NOT NULL, file INTEGER NOT NULL REFERENCES origin_file,
            place INTEGER NOT NULL, raw BLOB NOT NULL, base TEXT NOT NULL,
            PRIMARY KEY (card, program)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX origin_key ON origin (program, key);
        """
}

extension Schema {
    /// - `remind_before` of `card` and `shadow`. A backend or a file may have sent the key before, which is then in `unknown`: a text
    ///   that the field accepts moves, other values stay, as does a text with U+0000, which SQLite would cut off there.
    /// - `reminded`: which reminders were sent, see ``SentReminder``; `threshold` is the period, or `archive` for a card that was
    ///   archived because it had expired. `day`: when that was, or before which day that card had expired. A row names nothing of
    ///   this machine, so that rows of several stores can be united.
    static let reminders =
        ["card", "shadow"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN remind_before TEXT NOT NULL DEFAULT '';
            UPDATE \(table) SET
                remind_before = CASE json_type(unknown, '$.remindBefore')
                    WHEN 'text' THEN unknown ->> '$.remindBefore' WHEN 'null' THEN '' ELSE unknown -> '$.remindBefore' END,
                unknown = nullif(json_remove(unknown, '$.remindBefore'), '{}')
            WHERE instr(unknown, '"remindBefore":') AND CASE WHEN json_valid(unknown) THEN
                json_type(unknown, '$.remindBefore') IN ('text', 'integer', 'real', 'null')
                AND ifnull(length(CAST(unknown ->> '$.remindBefore' AS BLOB)), 0) <= 65536
                AND NOT instr(unknown -> '$.remindBefore', '\\u0000') END;
            """
        }.joined(separator: "\n") + """

            CREATE TABLE reminded (
                card TEXT NOT NULL, expiry INTEGER NOT NULL, threshold TEXT NOT NULL, day INTEGER NOT NULL,
                PRIMARY KEY (card, expiry, threshold)
            ) STRICT, WITHOUT ROWID;
            """
}

extension Schema {
    /// Cards that devices share. All of it is empty in a store that is in no vault.
    ///
    /// - `vault`: one row at most. `time`: the hybrid clock. `sequence`, `ledger_row`: what of log and ledger is in batches already.
    ///   `next_row`, `last_row`: the cards from before the store joined that are in no batch yet. `place`: where the file was, so that a
    ///   copy of it finds out.
    /// - `vault_device`: `received`: the highest batch that is merged; for this device that it made. `vault_key`: the names of fields.
    /// - `vault_card`: see `CardVersions`, with numbers for devices and names. `vault_mark`: fields that go into the next batch although
    ///   the log does not name them; `*` for all.
    /// - `vault_batch`: each batch that is known, with its bytes, see `BatchBody`.
    /// - `vault_remote`: `has`: the batches that it is known to have, as JSON.
    static let vault = """
        CREATE TABLE vault (
            one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, device INTEGER NOT NULL, time INTEGER NOT NULL,
            sequence INTEGER NOT NULL, ledger_row INTEGER NOT NULL, next_row INTEGER NOT NULL, last_row INTEGER NOT NULL,
            place TEXT NOT NULL
        ) STRICT;
        CREATE TABLE vault_device (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, received INTEGER NOT NULL,
            is_forgotten INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE vault_key (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE vault_card (card TEXT PRIMARY KEY, versions BLOB NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_mark (card TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (card, key)) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_batch (
            row INTEGER PRIMARY KEY, device INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
            hash BLOB NOT NULL, photos TEXT, body BLOB NOT NULL, UNIQUE (device, number)
        ) STRICT;
        CREATE TABLE vault_remote (
            number INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, has TEXT NOT NULL, last_exchange INTEGER,
            failure TEXT, failed_at INTEGER
        ) STRICT;
        """

    /// Version 14: the cards that another device deleted a short time ago, by its clock, until that is accepted; see `DeletionGuard`.
    static let deletions = """
        CREATE TABLE vault_deletion (device INTEGER NOT NULL, card TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (device, card))
            STRICT, WITHOUT ROWID;
        """
}
