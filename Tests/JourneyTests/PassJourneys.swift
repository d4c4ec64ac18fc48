import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("A pass from a file to the page and out again", .inTurns)
struct PassJourneys {
    /// Writes a pass with manifest, signature and German and English strings, by another program than ours.
    private static let script = #"""
        import hashlib, json, sys, zipfile
        files = {
            "pass.json": json.dumps({
                "formatVersion": 1, "passTypeIdentifier": "pass.x", "serialNumber": "1", "teamIdentifier": "T",
                "organizationName": "Cedar", "description": "A card",
                "storeCard": {"primaryFields": [
                    {"key": "b", "label": "left_label", "value": 12.5, "currencyCode": "EUR"}]},
                "barcodes": [{"format": "PKBarcodeFormatQR", "message": "4711", "messageEncoding": "iso-8859-1"}],
            }).encode(),
            "de.lproj/pass.strings": '"left_label" = "Guthaben";'.encode("utf-16"),
            "en.lproj/pass.strings": '"left_label" = "Left";'.encode("utf-16"),
        }
        files["manifest.json"] = json.dumps({n: hashlib.sha1(b).hexdigest() for n, b in files.items()}).encode()
        files["signature"] = b"signed"
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        """#

    @Test(
        "its lines are on the card's page, and its file is exported byte for byte",
        .enabled(if: Files.exists("/usr/bin/python3"), "needs python3"))
    func pass() async throws {
        let home = try Home()
        let (file, copy) = (home.path("cedar.pkpass"), home.path("copy.pkpass"))
        let maker = try home.start(program: "/usr/bin/python3", ["-c", Self.script, file])
        #expect(try await maker.exitStatus() == 0)

        let imported = try await home.run("import", file)
        #expect((imported.status, imported.output) == (0, "1 added, 0 changed\n"), "\(imported.errors)")
        #expect(imported.errors.isEmpty)
        let program = try home.start()
        try await program.wait(for: "Cedar · 1 of 1")
        try await program.press("enter")
        try await program.wait(for: "pass  Left: 12.5 EUR")
        try await program.wait(for: "signed;")
        try await program.press("esc")
        try await program.wait(for: "Cedar · 1 of 1")
        #expect(try await program.quit() == 0)

        let exported = try await home.run("export", copy, "--format", "pkpass", "--card", "Cedar")
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try Files.bytes(of: copy) == Files.bytes(of: file))
        #expect(try await home.run("import", copy).output == "0 added, 0 changed, 1 unchanged\n")

        // In the user's language, whether or not its locale is installed.
        let german = try Home()
        let ending = try await german.run(["import", copy], environment: ["LC_MESSAGES": "de_DE.UTF-8"])
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try await german.cards().first?["note"]?.string == "A card\n\nGuthaben: 12.5 EUR")
        #expect(try await home.cards().first?["note"]?.string == "A card\n\nLeft: 12.5 EUR")
    }
}
