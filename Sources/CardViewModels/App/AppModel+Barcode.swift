internal import Cards

/// The way to a card's barcode, and what of it goes into a file.
extension AppModel {
    /// Shows the barcode of the selected card or the card on top. What is there stays until its modules are worked out, so that
    /// the first frame of the page is whole; keys that come meanwhile wait for it.
    public func openBarcode() {
        guard let identifier = currentIdentifier else { return }
        let place = path
        let model = BarcodeModel(
            identifier: identifier, store: services.store, barcodes: services.barcodes, list: list)
        model.onMessage = { [weak self] in self?.say($0) }
        model.onGone = { [weak self, weak model] name in if let model { self?.leave(model, name: name) } }
        activities.run("Drawing the barcode") { [self] in
            guard await model.open(), path == place else { return }
            // From a photo that was looked at from the barcode it goes back there.
            let known = path.firstIndex { if case .barcode = $0 { $0.identifier == identifier } else { false } }
            if let known { path.removeSubrange(known...) }
            path.append(.barcode(model))
        }
    }

    private func leave(_ model: BarcodeModel, name: String?) {
        guard let place = path.firstIndex(of: .barcode(model)) else { return }
        // A form over it can bring the card back.
        let isEdited = path[place...].contains { if case .form = $0 { true } else { false } }
        if isEdited { path.remove(at: place) } else { path.removeSubrange(place...) }
        if let name { say(Message("\(name.shortName) was deleted elsewhere.")) }
    }

    /// Lets a file be named for the barcode that is shown.
    /// - Parameter picture: makes the file's bytes; nil where that cannot be done.
    public func writeBarcode(_ model: BarcodeModel, picture: @escaping @Sendable () -> [UInt8]?) {
        guard let name = model.card?.name else { return }
        let (place, isShared) = (path, model.shownSide == .share)
        activities.run("Drawing the barcode") { [self] in
            let drawn = await Self.bytes(of: picture)
            guard !Task.isCancelled, path == place else { return }
            guard let bytes = drawn else {
                return say(Message("A picture needs the library libpng, which is not installed.", kind: .warning))
            }
            let subject = "\(isShared ? "the share code" : "the barcode") of \(name)"
            let file = "\(PhotoFileName.stem(of: name))-\(isShared ? "share" : "barcode").png"
            path.append(
                .file(
                    FileChoiceModel(
                        writing: bytes, for: .writeBarcode(subject: subject), subject: subject, path: file,
                        files: services.files)))
        }
    }

    /// Made away from the main actor, unless it was stopped before it began.
    @concurrent private nonisolated static func bytes(of picture: @Sendable () -> [UInt8]?) async -> [UInt8]? {
        Task.isCancelled ? nil : picture()
    }
}
