public import Cards
internal import ChildProcesses
internal import Glibc

/// A minimal My Cards backend on a third-party framework, with that framework's own responses. It ends with the value.
public final class PythonBackend: Sendable {
    public enum Framework: String, Sendable, CaseIterable {
        /// Answers accepted requests with an empty page, and missing resources with an HTML page.
        case flask
        /// Answers accepted requests with an empty body.
        case aiohttp

        /// Whether its package is installed.
        public var isPossible: Bool { access("/usr/lib/python3/dist-packages/\(rawValue)/__init__.py", R_OK) == 0 }
    }

    private static let program = "/usr/bin/python3"

    public let port: UInt16
    private let folder: TemporaryFolder
    private let process: ChildProcess

    /// It inherits a listening socket, so that early connections just wait.
    public init(_ framework: Framework, cards: [JSON] = []) throws {
        let listener = try Socket.listen()
        defer { Socket.close(listener) }
        port = try Socket.port(of: listener)
        folder = try TemporaryFolder()
        let script = try folder.write(framework.script, to: "backend.py")
        _ = try folder.write(String(decoding: JSONWriter.bytes(of: .array(cards)), as: UTF8.self), to: "cards.json")
        process = try ChildProcess(
            starting: ChildCommand(
                executable: Self.program, arguments: ["python3", script, folder.path + "/cards.json"],
                environment: ["PYTHONDONTWRITEBYTECODE=1"],
                files: [.nothing, .nothing, .nothing, .descriptor(listener)]))
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// The current cards: the server saves them before it responds.
    public var cards: [JSON] {
        get throws { try JSONParser.parse(Array(folder.text(of: "cards.json").utf8)).array ?? [] }
    }
}

extension PythonBackend.Framework {
    fileprivate var script: String {
        """
        import json, os, sys
        place = sys.argv[1]
        cards = {card["identifier"]: card for card in json.load(open(place))}

        def keep():
            with open(place + ".new", "w") as file:
                json.dump(list(cards.values()), file)
            os.replace(place + ".new", place)

        \(application)
        """
    }

    private var application: String {
        switch self {
        case .flask:
            """
            from flask import Flask, abort, jsonify, request
            from werkzeug.serving import make_server
            app = Flask(__name__)

            @app.get("/cards.json")
            def everything():
                return jsonify(list(cards.values()))

            @app.post("/cards")
            def save():
                for card in request.get_json():
                    cards[card["identifier"]] = card
                keep()
                return ""

            @app.delete("/cards/<identifier>")
            def remove(identifier):
                if identifier not in cards:
                    abort(404)
                del cards[identifier]
                keep()
                return "<p>Removed</p>"

            make_server("127.0.0.1", 0, app, fd=3).serve_forever()
            """
        case .aiohttp:
            """
            import socket
            from aiohttp import web
            routes = web.RouteTableDef()

            @routes.get("/cards.json")
            async def everything(request):
                return web.json_response(list(cards.values()))

            @routes.post("/cards")
            async def save(request):
                for card in await request.json():
                    cards[card["identifier"]] = card
                keep()
                return web.Response()

            @routes.delete("/cards/{identifier}")
            async def remove(request):
                if cards.pop(request.match_info["identifier"], None) is None:
                    raise web.HTTPNotFound()
                keep()
                return web.Response(status=204)

            app = web.Application(client_max_size=64 << 20)
            app.add_routes(routes)
            web.run_app(app, sock=socket.socket(fileno=3), print=None)
            """
        }
    }
}
