import CardStorage
import Cards
import Testing

@testable import CardTransfer

/// What a preview gives for the screen.
@Suite("Previews of an import", .timeLimit(.minutes(5)))
struct PreviewTests {
    private static let table = "Shop;Ref;Extra\nFern;F-1;x\nGrove;G-2;y\n"

    @Test("the columns of a table come with what they are, and can be assigned by their index")
    func columns() async throws {
        let store = try SQLiteCardStore.inMemory()
        let seen = try await store.take(Self.table) { $0.options = .preview }
        let columns = try #require(seen.tables.first).columns
        #expect(columns.map(\.name) == ["Shop", "Ref", "Extra"])
        #expect(columns.map(\.field) == [.name, nil, nil])
        #expect(columns.map(\.samples) == [["Fern", "Grove"], ["F-1", "G-2"], ["x", "y"]])
        let assigned = try await store.take(Self.table) {
            ($0.options, $0.assignedColumns) = (.preview, [.name: 0, .number: 1, .phone: 9])
        }
        #expect(assigned.tables.first?.columns.map(\.field) == [.name, .number, nil])
        #expect(assigned.otherColumns == ["Extra"])
        #expect(assigned.report.entries.map(\.number) == ["F-1", "G-2"])
        await #expect(throws: TransferError.noNameColumn(columns: ["Shop", "Ref", "Extra"])) {
            try await store.take(Self.table) { $0.assignedColumns = [.number: 1] }
        }
        #expect(try await store.everything().isEmpty)
    }

    @Test("a table without a column of names is assumed to have one in its first unknown column")
    func assumed() {
        #expect(TableColumn.assumed(for: ["Code", "Laden", "x"]) == [.number: 0, .name: 1])
        #expect(TableColumn.assumed(for: ["Code"]) == [.name: 0])
    }

    @Test(
        "the card of an element is given as it is and as it would be; nothing behind it is read, and nothing is written"
    )
    func detail() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(#"[{"identifier":"a","name":"Fern","number":"1"}]"#)
        let file =
            #"[{"identifier":"a","number":"2"},{"identifier":"b","name":"Grove"},{"identifier":"c","name":"Hazel"}]"#
        func report(_ element: Int) async throws -> ImportReport {
            try await store.take(file) { request in
                request.options = .preview
                request.options.detail = element
            }.report
        }
        let changed = try await report(0)
        #expect(changed.detail?.before?.number == "1" && changed.detail?.after.number == "2")
        #expect(changed.entries.count == 1)
        let new = try await report(1)
        #expect(new.detail?.after.name == "Grove" && new.detail?.before == nil)
        #expect(new.entries.count == 2)
        #expect(try await store.everything().map(\.number) == ["1"])
    }

    @Test("outside of a preview the whole file is imported")
    func wholeFile() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = #"[{"identifier":"a","name":"Fern"},{"identifier":"b","name":"Grove"}]"#
        #expect(try await store.take(file) { $0.options.detail = 0 }.report.added == 2)
    }
}
