import Cards

/// How a form comes to the kind of its barcode.
extension AppModel {
    /// Lets a kind of barcode be chosen for the card in the form.
    public func chooseFormat() {
        guard case .form(let form)? = path.last else { return }
        path.append(.barcodeChoice(BarcodeChoiceModel(for: form.draft, drawing: services.barcodes)))
    }

    public func take(_ row: BarcodeChoiceModel.Row, in model: BarcodeChoiceModel) {
        guard path.last == .barcodeChoice(model) else { return }
        path.removeLast()
        form?.choose(row.format)
    }
}
