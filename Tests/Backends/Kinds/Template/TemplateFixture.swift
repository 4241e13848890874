@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials

/// A configured backend, a request for it, and the results.
enum TemplateFixture {
    static let key = Secret("sk-hush-1")
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let base64 = "iVBORw0KGgoBAgM="
    static let prompt = "a \"lighthouse\" \\ 등대\n{{secret}} {{model}}"
    static let request = ImageRequest(prompt: prompt, size: PictureSize(width: 768, height: 512), seed: 7)
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    static let now: UTCMillis = 784_111_777_000

    /// A template for a synchronous service, with additional members.
    static func plain(_ more: String = "", submit: String = #""json": {"prompt": "{{prompt}}"}"#) -> String {
        """
        {"base_url": "https://api.shop.example/v9",
         "auth": {"header": "x-key", "value": "Key {{secret}}"},
         "submit": {"path": "/paint", \(submit)},
         "result": {"images": "$.image", "kind": "auto"}\(more.isEmpty ? "" : ",") \(more)}
        """
    }

    /// A template for a service that is polled, with additional members.
    static func working(_ more: String = "", from: String = "poll") -> String {
        """
        {"base_url": "https://api.shop.example",
         "auth": {"header": "Authorization", "value": "Bearer {{secret}}"},
         "allowed_hosts": ["*.shop.example"],
         "submit": {"path": "/jobs", "json": {"prompt": "{{prompt}}"}},
         "job": {"id": "$.id", "poll_url": "$.poll", "result_url": "$.result", "cancel_url": "$.cancel"},
         "poll": {"interval": 0.5, "status": "$.status", "pending": ["waiting"], "done": ["ready"], "progress": "$.part"},
         "result": {"from": "\(from)", "images": "$.images[*].url", "kind": "url", "url_ttl": 600}
         \(more.isEmpty ? "" : ",") \(more)}
        """
    }

    static func template(_ text: String) throws -> Template {
        try Template.read(Array(text.utf8), file: "shop.json")
    }

    static func failures(_ text: String) -> [FieldFailure] {
        do throws(ConfigurationFailure) {
            _ = try Template.read(Array(text.utf8), file: "shop.json")
            return []
        } catch {
            guard case .invalid(let failures) = error else { return [] }
            return failures
        }
    }

    static func options(_ template: Template, base: String? = nil) -> ConfiguredTemplate {
        var settings = TemplateSettings()
        settings.baseURL = base
        settings.model = "m-1"
        return ConfiguredTemplate(
            template: template, settings: ConfiguredBackend(settings, BackendContext("shop", key: key)))
    }

    static func backend(
        _ options: ConfiguredTemplate, _ transport: any HTTPTransport, now: UTCMillis = now
    ) throws -> TemplateBackend {
        guard let base = options.settings.own.base(options.template) else {
            throw BackendFailure.config(message: "no address")
        }
        return TemplateBackend(
            options.settings.own, options.template, at: base, options.settings.context, transport: transport,
            utc: { now })
    }

    static func backend(_ text: String, _ transport: any HTTPTransport, now: UTCMillis = now) throws -> TemplateBackend
    {
        try backend(options(try template(text)), transport, now: now)
    }

    static func submitted(
        _ backend: TemplateBackend, _ request: ImageRequest = request
    ) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) { return .success(try await backend.submit(request, key: "job-1")) } catch {
            return .failure(error)
        }
    }

    static func polled(_ backend: TemplateBackend, _ handle: String) async -> Result<PollAnswer, BackendFailure> {
        guard let handle = JobHandle(handle) else { return .failure(.lost) }
        do throws(BackendFailure) { return .success(try await backend.poll(handle)) } catch {
            return .failure(error)
        }
    }

    static func json(_ bytes: [UInt8]) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

/// A template with the settings of a backend for it.
@dynamicMemberLookup
struct ConfiguredTemplate {
    var template: Template
    var settings: ConfiguredBackend<TemplateSettings>

    subscript<Value>(dynamicMember place: WritableKeyPath<ConfiguredBackend<TemplateSettings>, Value>) -> Value {
        get { settings[keyPath: place] }
        set { settings[keyPath: place] = newValue }
    }
}
