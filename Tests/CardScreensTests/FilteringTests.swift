import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Searching the list")
struct FilteringTests {
    private func journey(looking text: String = "") async throws -> Journey {
        let journey = try await Journey(Card.samples)
        if !text.isEmpty { await journey.find(text) }
        return journey
    }

    @Test("a word that is not complete is named once")
    func incompleteWord() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("/"))
        journey.type("group:")
        await journey.see(" group: needs the start of a group's name")
        #expect(!journey.text.contains("group::"))
        for text in ["is:", "is:st", "-has:", "group:"] {
            journey.press(.control("u"))
            journey.type(text)
            await journey.see("· Tab")
            #expect(journey.draw()[3, 0].style.foreground != Theme.terminal.shown(in: .indexed256)[.warning].foreground)
        }
        // Nothing begins so.
        journey.press(.control("u"))
        journey.type("is:zz")
        await journey.see("is:zz: use is:")
        #expect(!journey.text.contains("Tab completes"))
        #expect(journey.draw()[3, 0].style.foreground == Theme.terminal.shown(in: .indexed256)[.warning].foreground)
    }

    @Test("Tab completes a filter term with its values, groups included, and expands the row behind other words")
    func completion() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("/"))
        journey.type("gr")
        journey.press(.tab)
        await journey.see("/ group: ")
        journey.press(.tab)
        await journey.see("group:books  group:food")
        journey.type("to")
        journey.press(.tab)
        await journey.wait("the group") { journey.model.list.shownQuery.filter.text == "group:town " }
        journey.press(.function(1))
        await journey.see("Words of a search")
        await journey.see("expires:<30d")
        journey.press(.escape, .control("u"))
        journey.type("library")
        await journey.wait("the card") { journey.model.list.shownQuery.filter.text == "library" }
        journey.press(.tab)
        await journey.wait("the expanded row") { !journey.model.list.opened.isEmpty }
    }

    @Test("words of a card find it in any order, case and accents")
    func words() async throws {
        let journey = try await Journey(Card.samples + [.made("Łódź Museum", "M 1")])
        for (text, name) in [
            ("lib CED", "Cedar Library"), ("BLUE", "Cedar Library"), ("town books", "Cedar Library"),
            ("7734", "Amber Bakery"), ("40063813", "Alpine Airways"), ("lodz", "Łódź Museum"), ("漢", "漢字 Tea House"),
        ] {
            journey.press(Key("/"))
            journey.type(text)
            await journey.see(names: [name])
            await journey.see("1 of 8, best match first")
            journey.press(.escape)
            await journey.see("Cards  ")
        }
    }

    @Test("the best matches come first: whole words, then beginnings of words, then the rest")
    func best() async throws {
        let journey = try await Journey([.made("Steam Baths"), .made("Teapot Shop"), .made("Winter Tea Club")])
        journey.press(Key("/"))
        journey.type("tea")
        await journey.see(names: ["Winter Tea Club", "Teapot Shop", "Steam Baths"])
        await journey.see("Winter Tea Club · 1 of 3")
    }

    @Test(
        "filters find the cards they describe",
        arguments: [
            ("is:expired", ["Copper Cinema"]), ("is:starred", ["Alpine Airways"]), ("is:archived", ["Old Club"]),
            ("has:photo", ["Cedar Library"]), ("group:food", ["Amber Bakery", "Delta Deli"]),
            ("group:food deli", ["Delta Deli"]), ("expires:<30d", ["Amber Bakery"]),
            ("-group:food has:number -is:starred -has:photo", ["Copper Cinema", "漢字 Tea House"]),
        ])
    func filterWords(text: String, names: [String]) async throws {
        await (try await journey(looking: text)).see(names: names)
    }

    @Test("an invalid filter is underlined, reported with the valid ones, and ignored")
    func wrongWord() async throws {
        let journey = try await journey(looking: "deli is:late")
        await journey.see("is:late: use is:expired, starred, archived, local, conflict or used")
        await journey.see(names: ["Delta Deli"])
        let canvas = journey.draw()
        let word = journey.place(of: "is:late")
        for column in word.column..<word.column + 7 {
            #expect(canvas[column, word.row].style.attributes.contains(.underline))
        }
        #expect(!canvas[word.column - 2, word.row].style.attributes.contains(.underline))
    }

    @Test("matches are highlighted, also in a number written with blanks")
    func highlighted() async throws {
        for (text, place) in [("way", "ways"), ("40063813", "4006 3813")] {
            let journey = try await journey(looking: text)
            await journey.see(names: ["Alpine Airways"])
            let canvas = journey.draw()
            let start = journey.place(of: place)
            let style = canvas[start.column, start.row].style
            #expect(style != canvas[start.column - 1, start.row].style)
            #expect(canvas[start.column + text.count - 1, start.row].style == style)
        }
    }

    @Test(
        "any text can be searched for",
        arguments: [
            "\"", "'", "\"*^", "\"\"\"", "*", "a OR b", "NEAR(a b)", "name:x", ");--", "\u{301}", "e\u{301}\u{302}",
            "\u{200D}",
            "group:\"", "-", ":", "expires:<99999999999999999999d", "\u{FEFF}", "👩‍👩‍👧‍👦",
            String(repeating: "é\"*^ ", count: 2000),
            String(repeating: "x", count: 10_000),
        ])
    func anyText(text: String) async throws {
        let journey = try await Journey(Card.samples + [.made("The \"*^ 50%_ Shop", "1")])
        journey.press(Key("j"), Key("j"), Key("/"))
        journey.paste(text)
        await journey.wait("the answer") {
            journey.model.list.shownQuery.filter.text == journey.model.list.query.filter.text
        }
        let found = journey.model.list.count > 0 ? journey.model.list.selectedRow?.name : "Cedar Library"
        journey.press(.escape)
        await journey.wait("all cards") { journey.names.count == 8 }
        #expect(journey.model.list.selectedRow?.name == found)
        for sign in ["\"*^", "%_", "^ 5"] {
            journey.press(Key("/"))
            journey.paste(sign)
            await journey.see(names: ["The \"*^ 50%_ Shop"])
            journey.press(.escape)
            await journey.see("of 8")
        }
    }

    @Test("Backspace and Esc widen the search, and the selected card stays selected")
    func widening() async throws {
        let journey = try await journey(looking: "li")
        await journey.see(names: ["Cedar Library", "Delta Deli"])
        journey.press(Key(.down))
        await journey.see("Delta Deli · 2 of 2")
        journey.press(Key(.backspace))
        await journey.wait("the answer") { journey.model.list.shownQuery.filter.text == "l" }
        #expect(journey.names.count > 2)
        #expect(journey.text.contains("Delta Deli · "))
        journey.press(Key(.backspace))
        await journey.see("Delta Deli · 5 of 7")
        journey.type("deli")
        await journey.see("Delta Deli · 1 of 1")
        journey.press(.escape)
        await journey.see("Delta Deli · 5 of 7")
    }

    @Test("Esc without matches selects the former card again")
    func nothingFound() async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("j"))
        await journey.find("zebra")
        await journey.see("No matches. Esc clears the search.")
        journey.press(.escape)
        await journey.see("Cedar Library · 3 of 7")
    }

    @Test("a filter cleared before its result keeps the selection", arguments: [true, false])
    func fasterThanTheAnswer(isHeld: Bool) async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("j"))
        if isHeld { await journey.gate.hold(.find) }
        journey.press(Key("/"), Key("a"))
        if isHeld { await journey.wait("the question") { await journey.gate.isWaiting(.find) } }
        journey.press(.escape)
        await journey.gate.release(.find)
        await journey.wait("the answer") { journey.model.list.shownQuery.filter.isEmpty }
        for _ in 0..<200 { await Task.yield() }  // watched: nothing may happen
        #expect(journey.text.contains("Cedar Library · 3 of 7"))
    }

    @Test("further letters select the best match, unless a chosen card still matches", arguments: [0, 1, 2])
    func narrowing(steps: Int) async throws {
        let journey = try await Journey([.made("Ab"), .made("Abc"), .made("Ac")])
        await journey.find("a")
        #expect(journey.names == ["Ab", "Abc", "Ac"])
        for _ in 0..<steps { journey.press(Key(.down)) }
        journey.type("b")
        await journey.see(names: ["Ab", "Abc"])
        #expect(journey.text.contains(steps == 1 ? "Abc · 2 of 2" : "Ab · 1 of 2"))
    }

    @Test("after Enter the filter stays and keys are commands, until Esc")
    func kept() async throws {
        let journey = try await journey(looking: "li")
        await journey.see(names: ["Cedar Library", "Delta Deli"])
        journey.press(.enter, Key("j"), Key("y"))
        await journey.see("Delta Deli has no number.")
        journey.press(Key("k"), .enter)
        await journey.see("number  0 0042 7719")
        journey.press(.escape)
        await journey.see(names: ["Cedar Library", "Delta Deli"])
        journey.press(Key("/"), Key("b"))
        await journey.see(names: ["Cedar Library"])
        journey.press(.enter, .escape, .escape)
        await journey.see("Cedar Library · 3 of 7")
    }

    @Test(
        "Enter opens the card if the search found only one, and b shows its barcode; then Esc goes back to what was found"
    )
    func single() async throws {
        let journey = try await journey(looking: "copper")
        await journey.see(names: ["Copper Cinema"])
        await journey.see("↵ open")
        journey.press(.enter)
        await journey.see("number  C-99 / gold")
        journey.press(.escape)
        await journey.see(names: ["Copper Cinema"])
        // Without a search a single card is not opened.
        let alone = try await Journey([.made("Elm", "1")])
        alone.press(Key("/"), .enter)
        #expect(alone.model.navigator.path.isEmpty)
    }

    @Test("Enter waits for the search, since only its result tells whether one card was found")
    func singleLater() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.find)
        journey.press(Key("/"))
        journey.type("copper")
        journey.press(.enter, Key("b"))
        #expect(journey.model.navigator.path.isEmpty)
        await journey.gate.release(.find)
        await journey.wait("the barcode") { journey.barcode?.card?.name == "Copper Cinema" }
    }

    @Test("cards added, changed or deleted enter and leave the results")
    func live() async throws {
        let journey = try await journey(looking: "deli")
        await journey.see(names: ["Delta Deli"])
        try await journey.store.apply([.set(CardPatch(from: nil, to: .made("Delicious", "1")))])
        await journey.see("2 of 8")
        try await journey.store.apply([.delete(Card.samples[4].identifier)])
        await journey.see(names: ["Delicious"])
        await journey.see("Delicious · 1 of 1")
    }

    @Test(
        "when the selected card is deleted elsewhere, the next is selected and a message says so", arguments: ["", "e"])
    func deletedElsewhere(filter: String) async throws {
        let journey = try await journey(looking: filter)
        if !filter.isEmpty {
            await journey.see("best match first")
            journey.press(.enter)
        }
        journey.press(Key("j"))
        let before = journey.names
        let gone = try #require(Card.samples.first { $0.name == before[1] })
        await journey.gate.hold(.find)
        await journey.gate.tell(.changedElsewhere)
        await journey.wait("the question") { await journey.gate.isWaiting(.find) }
        try await journey.store.apply([.delete(gone.identifier)])
        await journey.gate.release(.find)
        await journey.see("\(gone.name) was deleted elsewhere.")
        #expect(journey.names == before.filter { $0 != gone.name })
        #expect(journey.model.list.selectedRow?.name == before[2])
    }
}

/// Keys that arrive together, as over a slow connection: each is meant for the result of the ones before it.
@MainActor
@Suite("Keys after a search, a jump and a prompt")
struct KeysBehindTests {
    @Test("a command typed after a search applies to the card that it finds")
    func commandAfterSearch() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.find)
        journey.press(Key("/"))
        journey.type("copper")
        journey.press(.enter, Key("d"))
        #expect(journey.model.prompts.prompt == nil)
        await journey.gate.release(.find)
        await journey.see("Delete Copper Cinema?")
    }

    @Test("an arrow typed after a search moves within its results")
    func arrowAfterSearch() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.find)
        journey.press(Key("/"))
        journey.type("group:food")
        // Moving immediately would move among all cards.
        journey.press(Key(.down))
        await journey.gate.release(.find)
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        await journey.wait("the second card to be selected") { journey.model.list.selectedRow?.name == "Delta Deli" }
    }

    @Test("a command typed after a jump applies to its target")
    func commandAfterJump() async throws {
        let journey = try await Journey(Card.many(2000))
        await journey.gate.hold(.rows)
        // Rows in the middle are not prefetched, unlike both ends.
        journey.press(Key("s"), Key("5"), Key("d"))
        #expect(journey.model.prompts.prompt == nil)
        await journey.gate.release(.rows)
        await journey.wait("the question about the card in the middle") {
            guard let prompt = journey.model.prompts.prompt, prompt.kind == .delete else { return false }
            return prompt.cards == [journey.model.list.selectedRow?.id] && journey.model.list.selectedRank == 1000
        }
    }

    @Test("deleting a range marked before the first result deletes the range, not the selected card alone")
    func rangeBeforeFirstAnswer() async throws {
        let journey = try await Journey(Card.samples, holdsFirstAnswer: true)
        journey.press(Key("V"), Key("j"), Key("j"), Key("d"))
        #expect(journey.model.prompts.prompt == nil)
        await journey.gate.release(.find)
        await journey.see("Delete 3 cards?")
    }

    @Test("the consent prompt waits until the search field is closed")
    func promptAfterTyping() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("/"))
        journey.type("am")
        journey.loader.publish { $0.cardsAwaitingConsent = 7 }
        await journey.wait("the loader's word") { journey.model.sync.status?.cardsAwaitingConsent == 7 }
        journey.type("y")
        #expect(journey.model.prompts.prompt == nil)
        #expect(await journey.loader.answers.isEmpty)
        journey.press(.escape)
        await journey.see("7 cards were here")
    }

    @Test("a range keeps its anchor card while cards arrive before it")
    func rangeStays() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("j"), Key("V"), Key("j"))
        #expect(journey.markedNames == ["Cedar Library", "Copper Cinema"])
        try await journey.store.apply([.set(CardPatch(from: nil, to: .made("Aaron's", "1")))])
        await journey.see("Aaron's")
        #expect(journey.markedNames == ["Cedar Library", "Copper Cinema"])
    }
}

@MainActor
@Suite("Similar cards")
struct SimilarCardsTests {
    @Test("a search without a match shows similar names and says so; an exact match goes first again")
    func similar() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("/"))
        journey.type("amebr")
        await journey.see(names: ["Amber Bakery"])
        #expect(journey.text.contains("No exact match · showing similar"))
        journey.press(.enter)
        await journey.see("Amber Bakery · 1 of 1")
        journey.press(.escape)
        await journey.see("Amber Bakery · 2 of 7")
        await journey.find("amber")
        #expect(!journey.text.contains("similar"))
    }

    @Test("the next letter cancels the search for similar names, and its answer is shown")
    func cancelled() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.similar)
        journey.press(Key("/"))
        journey.type("amebr")
        await journey.wait("the search for similar names") { await journey.gate.isWaiting(.similar) }
        for _ in 0..<3 { journey.press(Key(.backspace)) }
        await journey.gate.release(.similar)
        await journey.wait("the answer") { journey.model.list.shownQuery.filter.text == "am" }
        #expect(await journey.gate.cancelled == 1)
        #expect(!journey.text.contains("similar"))
    }
}
