import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformSystem
import Synchronization

/// A fake provider for any backend type, which can be off at first and accepts a single key.
struct FakeProvider {
    enum Kind: String, CaseIterable {
        case openai, comfyui, a1111, karlo, http, exec
    }

    /// The backend's configuration table. Its key file is `making/key`.
    let table: String
    /// The key that it accepts.
    let key: String
    /// Switches it on.
    let open: () throws -> Void
    /// How many pictures were made for each prompt.
    let painted: () throws -> [String: Int]

    init(_ kind: Kind, isOpen: Bool, in service: Service) throws {
        self =
            switch kind {
            case .comfyui: try Self.comfyUI(isOpen, service)
            case .http: try Self.blackForest(isOpen)
            case .exec: try Self.pluginFolder(isOpen, service)
            case .openai: try Self.studio(isOpen, kind, FakeImagesServer.picture)
            case .a1111: try Self.studio(isOpen, kind, WebUITests.picture)
            case .karlo: try Self.studio(isOpen, kind, KarloTests.picture)
            }
    }

    private init(
        _ table: String, key: String = FakeProvider.usual, open: @escaping () throws -> Void,
        painted: @escaping () throws -> [String: Int]
    ) {
        self.table = table
        self.key = key
        self.open = open
        self.painted = painted
    }

    /// A name and a password, as a web UI expects; to other providers it is an opaque key.
    private static let usual = "ann:good-7Qm2vX"
    private static let apiKey = "api_key = { file = \"making/key\" }"

    private final class PictureCounts: Sendable {
        let value = Mutex<[String: Int]>([:])
    }

    private static func isRefused(_ received: ReceivedRequest) -> Bool {
        let basic = Data(usual.utf8).base64EncodedString()
        return ![usual, basic].contains { received.header("authorization")?.hasSuffix(" " + $0) == true }
    }

    private static func studio(_ isOpen: Bool, _ kind: Kind, _ picture: @escaping @Sendable (Int) -> Answer) throws
        -> FakeProvider
    {
        let painted = PictureCounts()
        let studio = try FakeImagesServer(isOpen: isOpen) { order in
            guard !isRefused(order.received) else { return .status(401) }
            painted.value.withLock { $0[order.prompt, default: 0] += 1 }
            return picture(order.number)
        } other: { received in
            if isRefused(received) { return .status(401) }
            return kind == .openai ? FakeImagesServer.models(received) : .json("{}")
        }
        let table = """
            [backends.studio]
            type = "\(kind.rawValue)"
            base_url = "\(studio.server.url)\(kind == .openai ? "/v1\"\nmodel = \"painter-1" : "")"
            probe_interval = "100ms"
            concurrency = 4
            \(apiKey)

            """
        return FakeProvider(table, open: { try studio.server.open() }, painted: { painted.value.withLock { $0 } })
    }

    private static func comfyUI(_ isOpen: Bool, _ service: Service) throws -> FakeProvider {
        let comfyUI = try FakeComfyUIServer(isOpen: isOpen, refusing: { isRefused($0) ? .status(401) : nil })
        try FileDescriptor.folder(service.root).replace(
            FileName("flow.json"), with: Array(FakeComfyUIServer.workflow.utf8))
        return FakeProvider(
            comfyUI.table("concurrency = 4\n" + apiKey), open: { try comfyUI.server.open() },
            painted: { comfyUI.orders })
    }

    private static func blackForest(_ isOpen: Bool) throws -> FakeProvider {
        let blackForest = try FakeBlackForestServer(isOpen: isOpen)
        return FakeProvider(
            blackForest.table(apiKey), key: FakeBlackForestServer.key, open: { try blackForest.server.open() },
            painted: { blackForest.orders })
    }

    private static func pluginFolder(_ isOpen: Bool, _ service: Service) throws -> FakeProvider {
        try service.keep("seen.png", try Pictures.numbered(5))
        let (on, painted) = (service.kept("on"), service.kept("painted"))
        try PluginFolder(service).install(
            "weave",
            """
            #!/bin/sh
            read line
            key=$(echo "$line" | sed 's/.*"api":"\\([^"]*\\)".*/\\1/')
            echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"capabilities":{"tasks":["text_to_image"]}}}'
            while read line; do
                id=$(echo "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
                case "$line" in
                *'"generate"'*)
                    if [ ! -e \(on) ]; then
                        echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":1007,"message":"nobody is there"}}'
                    elif [ "$key" != "\(usual)" ]; then
                        echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":1002,"message":"not this key"}}'
                    else
                        echo "$line" | sed 's/.*"prompt":"\\([^"]*\\)".*/\\1/' >> \(painted)
                        cp \(service.kept("seen.png")) "$(echo "$line" | sed 's/.*"workdir":"\\([^"]*\\)".*/\\1/')/p.png"
                        echo '{"jsonrpc":"2.0","id":'$id',"result":{"images":[{"path":"p.png"}]}}'
                    fi ;;
                *) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
                esac
            done
            """)
        if isOpen { try service.keep("on", []) }
        return FakeProvider(
            PluginFolder.table("weave", "write = [\"making\"]\ncredentials = { api = { file = \"making/key\" } }"),
            open: { try service.keep("on", []) },
            painted: {
                let lines = try service.text("painted", in: service.root.appending("making")).split(separator: "\n")
                    .map(String.init)
                return Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
            })
    }
}
