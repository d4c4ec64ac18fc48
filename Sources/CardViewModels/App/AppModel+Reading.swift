internal import CardTransfer
public import Cards

/// How a code that is read off a picture comes into a card: the one in the form, or a new one.
extension AppModel {
    /// Lets it be chosen where the code is: into the form on top, the form of the card on top, or a new card.
    public func readBarcode() {
        switch path.last {
        case .form(let form):
            choose(.barcodeSource(BarcodeSources(sides: Card.Side.allCases.filter { form.draft.photo($0) != nil })))
        case .card(let card): edit(card.identifier) { [self] in readBarcode() }
        case .barcode(let barcode): edit(barcode.identifier) { [self] in readBarcode() }
        case nil: choose(.barcodeSource(BarcodeSources(sides: [])))
        default: break
        }
    }

    /// Looks for codes there, or lets a file be chosen or a code be held before the camera.
    public func readBarcode(from source: BarcodeSource) {
        switch source {
        case .photo(let side): readPhoto(side)
        case .file: chooseFile(for: .barcode)
        case .camera: openCamera(for: .barcode)
        }
    }

    private func readPhoto(_ side: Card.Side) {
        guard case .form(let form)? = path.last else { return }
        look(in: "the \(side.rawValue) photo") { try await form.photoBytes(side) }
    }

    /// Looks for codes in a file that was chosen.
    func readFile(_ file: String) {
        look(in: file.lastPathPart) { [files = services.files] in
            try await files.read(file, limit: PhotoChoiceModel.maximumBytes)
        }
    }

    /// Takes what is found: one code at once, of several the one that is chosen. An answer that comes when something else is on top is
    /// nobody's any more.
    /// - Parameter words: what is looked at.
    private func look(in words: String, bytes: @escaping () async throws -> [UInt8]?) {
        let (reader, place) = (services.reader, path)
        activities.run("Looking for a barcode in \(words)") { [self] in
            do {
                guard let bytes = try await bytes() else { return }
                let found = try await reader.barcodes(in: bytes)
                guard !Task.isCancelled, path == place else { return }
                guard !found.isEmpty else {
                    return say(Message("No barcode was found in \(words).", kind: .warning))
                }
                take(found, read: "off \(words)")
            } catch is CancellationError {
                // It was stopped: everything is as it was.
            } catch PhotoError.notAPicture {
                say(Message("\(words.shortName) is neither a picture nor a PDF.", kind: .warning))
            } catch {
                if !Task.isCancelled { say(Message(error)) }
            }
        }
    }

    /// The camera has seen codes. It has nothing more to do then, whatever comes of them: else it would see the same ones again.
    func take(_ found: [FoundBarcode], seenBy camera: CameraModel) {
        guard path.last == .camera(camera) else { return }
        take(found, read: "with the camera")
        if path.last == .camera(camera) { path.removeLast() }
    }

    /// One code at once, of several the one that is chosen, and a doubtful one only when it is.
    private func take(_ found: [FoundBarcode], read how: String) {
        if found.count == 1, !found[0].isDoubtful {
            take(found[0], read: how)
        } else {
            choose(.barcode(FoundBarcodes(found, read: how)))
        }
    }

    /// Brings a code into the form, a new one where there is none, and goes there. A code that hands over a card is that card.
    /// - Parameter how: "off the front photo".
    public func take(_ found: FoundBarcode, read how: String) {
        let value = found.barcode.value ?? found.number
        if ShareLink.isShareLink(value) { return take(link: value, read: how) }
        var words = "\(found.words) was read \(how)"
        intoForm { draft in
            draft.take(found)
            if draft.card.barcode?.value != nil, draft.card.number != found.number {
                words += ": it became the code's value, and the number stays as it was"
            }
        }
        say(Message(words + "."))
    }

    private func take(link: String, read how: String) {
        do throws(ShareLinkError) {
            let card = try ShareLink.card(from: link, identifier: .random())
            intoForm { $0.take(handedOver: card) }
            say(Message("The card \(card.name.shortName) was read \(how)."))
        } catch {
            say(Message(error))
        }
    }

    private func intoForm(_ take: (inout CardDraft) -> Void) {
        if let form, let place = path.firstIndex(of: .form(form)) {
            path.removeSubrange((place + 1)...)
        } else {
            path = []
            openForm(CardDraft(creating: .random()))
        }
        // By the form, so that it is kept from now on.
        form?.take(take)
    }
}

extension FoundBarcode {
    /// "EAN-13 5901234123457".
    public var words: String {
        "\(barcode.format.label) \((barcode.value ?? number).shortName)" + (part.map { ", \($0.words)" } ?? "")
    }

    /// What is to be known before it is chosen: where it was, and that it may be wrong.
    public var remark: String {
        [page.map { "page \($0)" }, isDoubtful ? "may be misread" : nil].compactMap { $0 }.joined(separator: ", ")
    }
}
