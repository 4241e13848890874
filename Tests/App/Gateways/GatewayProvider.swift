import Domain
import FoundationEssentials
import Loopback

/// A kind of backend with its provider: its configuration and the provider's responses.
enum GatewayProvider: CaseIterable {
    case openai, azure, together, xai, litellm, localai, sdcpp, vllm
    case a1111, karlo, comfyui
    case bfl, replicate, fal, stability, gemini, huggingface, cloudflare

    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    private static let base64 = Data(picture).base64EncodedString()

    /// Whether calls of this kind are always free, whatever is configured.
    var isFree: Bool { self == .comfyui }

    /// The backend's configuration table for a provider at `url`.
    func configuration(_ name: String, url: String) -> String {
        let common = "[backends.\(name)]\nbase_url = \"\(url)\(path)\"\n" + (isFree ? "" : Self.price)
        return common + special
    }

    private static let price = "cost = { per_picture = \"0.04 USD\" }\n"
    private static let keyed = "model = \"m\"\napi_key = { file = \"key\" }\n"

    private var path: String {
        switch self {
        case .openai, .together, .xai, .litellm, .localai, .sdcpp, .vllm: "/v1"
        case .azure: "/openai/v1"
        default: ""
        }
    }

    private var special: String {
        switch self {
        case .openai, .azure, .together, .xai, .litellm, .localai, .sdcpp, .vllm:
            "type = \"openai\"\nprofile = \"\(self)\"\n" + Self.keyed
        case .a1111: "type = \"a1111\"\n"
        case .karlo: "type = \"karlo\"\napi_key = { file = \"key\" }\n"
        case .comfyui: "type = \"comfyui\"\nworkflow = \"workflow.json\"\n"
        case .bfl, .replicate, .fal, .stability, .gemini, .huggingface:
            "type = \"http\"\ntemplate = \"\(self)\"\n" + Self.keyed
        case .cloudflare: "type = \"http\"\ntemplate = \"cloudflare\"\nvalues = { account = \"a\" }\n" + Self.keyed
        }
    }

    static let workflow = """
        {"5": {"class_type": "EmptyLatentImage", "inputs": {"width": "{{width}}", "height": "{{height}}"}},
         "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}", "clip": ["4", 1]}},
         "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0], "filename_prefix": "t_{{seed}}"}}}
        """

    /// A provider that works correctly.
    func upstream() -> Upstream {
        Upstream { request in
            guard request.method == "POST" else { return false }
            return switch self {
            case .karlo: request.target.contains("/karlo/")
            case .a1111: request.target.hasSuffix("/txt2img")
            case .comfyui: request.target == "/prompt"
            case .openai, .azure, .together, .xai, .litellm, .localai, .sdcpp, .vllm:
                request.target.contains("/images/")
            default: !request.target.hasSuffix("/cancel")
            }
        } answering: { request, base, worked in
            request.method == "POST" ? made(request, base) : told(request, base, worked)
        }
    }

    /// The response to a request for a picture.
    private func made(_ request: ReceivedRequest, _ base: String) -> Answer {
        switch self {
        case .openai, .azure, .together, .xai, .litellm, .localai, .sdcpp, .vllm:
            .json(#"{"created":1,"data":[{"b64_json":"\#(Self.base64)"}]}"#)
        case .a1111: .json(#"{"images":["\#(Self.base64)"],"parameters":{},"info":"{\"seed\": 7}"}"#)
        case .karlo:
            .json(#"{"id":"t-1","model_version":"2.1","images":[{"id":"i","seed":7,"image":"\#(Self.base64)"}]}"#)
        case .comfyui:
            .json(#"{"prompt_id":"\#(Self.promptID(request))","number":1,"node_errors":{}}"#)
        case .bfl: .json(#"{"id":"a1","polling_url":"\#(base)/v1/get_result?id=a1"}"#)
        case .replicate:
            .json(
                #"{"id":"p1","status":"starting","output":null,"error":null,"urls":{"get":"\#(base)/v1/predictions/p1"}}"#,
                status: 201)
        case .fal:
            .json(
                #"{"status":"IN_QUEUE","request_id":"r1","response_url":"\#(base)/requests/r1","#
                    + #""status_url":"\#(base)/requests/r1/status"}"#)
        case .stability:
            .status(200, headers: [("finish-reason", "SUCCESS"), ("Content-Type", "image/png")], body: Self.picture)
        case .gemini:
            .json(
                #"{"candidates":[{"finishReason":"STOP","content":{"parts":[{"inlineData":{"mimeType":"image/png","#
                    + #""data":"\#(Self.base64)"}}]}}]}"#)
        case .huggingface: .status(200, headers: [("Content-Type", "image/png")], body: Self.picture)
        case .cloudflare: .json(#"{"result":{"image":"\#(Self.base64)"},"success":true,"errors":[]}"#)
        }
    }

    /// The response to a request that is free of charge.
    private func told(_ request: ReceivedRequest, _ base: String, _ worked: Int) -> Answer {
        if request.target.hasSuffix("/picture.png") || request.target.hasPrefix("/view") {
            return .status(200, headers: [("Content-Type", "image/png")], body: Self.picture)
        }
        switch self {
        case .openai, .azure, .together, .xai, .litellm, .localai, .sdcpp, .vllm:
            return .json(#"{"object":"list","data":[{"id":"m","object":"model"}]}"#)
        case .karlo: return .status(405)
        case .comfyui where request.target.hasPrefix("/history/") && worked > 0:
            let id = request.target.dropFirst("/history/".count)
            return .json(
                #"{"\#(id)":{"outputs":{"9":{"images":[{"filename":"a.png","subfolder":"","type":"output"}]}},"#
                    + #""status":{"status_str":"success","completed":true,"messages":[]}}}"#)
        case .comfyui where request.target == "/system_stats":
            return .json(#"{"system":{"os":"posix"},"devices":[]}"#)
        case .comfyui where request.target.hasPrefix("/queue"):
            return .json(#"{"queue_running":[],"queue_pending":[]}"#)
        case .bfl:
            return .json(#"{"id":"a1","status":"Ready","result":{"sample":"\#(base)/picture.png","seed":7}}"#)
        case .replicate where request.target.contains("/predictions/"):
            return .json(#"{"id":"p1","status":"succeeded","output":["\#(base)/picture.png"],"error":null}"#)
        case .fal where request.target.hasSuffix("/status"): return .json(#"{"status":"COMPLETED"}"#)
        case .fal: return .json(#"{"images":[{"url":"\#(base)/picture.png"}],"seed":7}"#)
        case .stability: return .json(#"{"credits":42.5}"#)
        default: return .json("{}")
        }
    }

    /// The prompt identifier that the client chose for its work.
    private static func promptID(_ request: ReceivedRequest) -> String {
        let body = try? JSONDecoder().decode(JSONValue.self, from: Data(request.body))
        return body?["prompt_id"]?.text ?? ""
    }
}
