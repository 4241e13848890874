import BackendKit
import Domain

/// A service's variant of OpenAI's images API, as data only.
struct Dialect: Equatable {
    /// The form of a size.
    enum SizeStyle: Equatable {
        /// `"size": "1024x768"`
        case text
        /// `"width": 1024, "height": 768`
        case sides
        /// `"aspect_ratio": "4:3", "resolution": "1k"`, with the nearest of these ratios.
        case aspect([AspectRatio])
    }

    /// The authentication header and the layout of the endpoints.
    enum APIStyle: Equatable {
        /// `Authorization: Bearer`, `…/images/generations`.
        case openAI
        /// `api-key`, `…/openai/deployments/NAME/images/generations?api-version=…`.
        case azure

        func authorization(_ key: Secret) -> HTTPHeader {
            switch self {
            case .openAI: .bearer(key)
            case .azure: HTTPHeader("api-key", key.value, isSecret: true)
            }
        }
    }

    /// Where a request has the options that OpenAI's API doesn't have.
    enum OptionPlacement: Equatable {
        /// As fields of the body.
        case body
        /// As JSON between tags of this name, in front of the prompt.
        case promptTag(String)
    }

    /// The format of a service's errors.
    enum ErrorFormat {
        /// `{"error": {"message": …, "type": …, "code": …}}`
        case object
        /// `{"code": …, "error": …}`
        case codeAndText
    }

    var apiStyle = APIStyle.openAI
    var sizeStyle = SizeStyle.text
    /// The supported sizes when the configuration lists none.
    var sizes = SizeChoice.free(step: 16)
    /// The required divisor of both sides. The service silently replaces other sizes.
    var sideMultiple: Int?
    /// The value of `response_format` that requests the picture in the response.
    var embedded = "b64_json"
    /// Whether `embedded` is sent when the configuration doesn't say.
    var requestsEmbedded = false
    var outputFormat: String?
    var options = OptionNames()
    /// Whether the service uses the requested model.
    var supportsModel = true
    var supportsQuality = true
    /// The form of input pictures (`…/images/edits`); `nil` where the service doesn't support them.
    var edits: EditEncoding?
    /// The largest number of input pictures.
    var inputPictures = 1
    /// The name of the multipart field with a single input picture. Several are repeated fields `image[]`.
    var partName = "image"
    /// Whether a mask is supported.
    var supportsMask = false
    var maskStyle = MaskStyle.transparent
    /// The output formats that a request can choose.
    var formats = GeneratedFormat.allCases
    var optionPlacement = OptionPlacement.body
    var costs: [CostSource] = []
    /// Whether 503 means that the model is still loading.
    var isLoadingAt503 = false
    /// The format of the service's own errors.
    var errorFormat = ErrorFormat.object
    /// Additional headers of a request for a picture.
    var headers: [HTTPHeader] = []
    /// Additional fields of its body.
    var fields: [String: JSONValue] = [:]
    /// Whether the service is a gateway that retries, or falls back to another provider, unless a request forbids it.
    var retriesByDefault = false
    /// Whether the service documents 503 as a rejection when it is overloaded.
    var refusesOverloadAt503 = false
    /// Whether the service's list of models is known to be complete.
    var listsAllModels = false

    /// The name of each of several multipart fields with input pictures.
    static let listPartName = "image[]"

    /// The largest input picture, in bytes: as a Base64 `data:` address it has at most 20,971,520 characters.
    private static let largestPicture: Int64 = 15_700_000

    /// The request options that the service supports.
    var abilities: BackendCapabilities {
        let formats = formats.map(\.rawValue)
        let bounds: [GenerationOption: OptionBounds?] = [
            .seed: options.seed == nil ? nil : .integers(0...Int64.max),
            .negativePrompt: options.negativePrompt == nil ? nil : .any, .model: supportsModel ? .any : nil,
            .steps: options.steps == nil ? nil : .any, .guidance: options.guidance == nil ? nil : .any,
            .strength: edits == nil || options.strength == nil ? nil : .numbers(0...1),
            .mask: edits != nil && supportsMask ? .any : nil, .quality: supportsQuality ? .any : nil,
            .format: formats.isEmpty ? nil : .words(formats),
        ]
        return BackendCapabilities(
            tasks: edits == nil ? [.textToImage] : [.textToImage, .imageToImage],
            options: bounds.compactMapValues(\.self), pictures: inputPictures, pictureBytes: Self.largestPicture)
    }
}

/// The service's names for options that OpenAI's API doesn't have; `nil` where an option is not supported. A dot
/// addresses a member of an object: `sample_params.sample_steps`.
struct OptionNames: Equatable {
    /// Where a request has the negative prompt.
    enum NegativePrompt: Equatable {
        case field(String)
        /// Appended to the prompt after this character.
        case after(Character)
    }

    var seed: String?
    var steps: String?
    var guidance: String?
    /// The influence of the prompt on an input picture.
    var strength: String?
    var negativePrompt: NegativePrompt?
}

extension Dialect {
    /// The known behaviour of each service, with its source at each case. Fields that a server merely ignores are not
    /// sent.
    init(_ profile: ImagesProfile, at base: String) {
        self.init()
        listsAllModels = Self.isOpenAI(base)
        switch profile {
        case .openai where Self.isOpenAI(base):
            sizes = .standard
            outputFormat = "png"
            (edits, supportsMask) = (.json, true)
            // OpenAI's OpenAPI description, `EditImageBodyJsonParam`: `images` has 1 to 16 items.
            inputPictures = 16
            refusesOverloadAt503 = true
        // Any compatible service, including gateways that report the price.
        case .openai:
            // It may be a LiteLLM proxy; other servers ignore the header.
            headers = [Self.oneTry]
            costs = [.usage]
            (edits, supportsMask) = (.json, true)
        // learn.microsoft.com, Azure OpenAI's REST reference: deployments, api-version, api-key.
        case .azure:
            apiStyle = .azure
            sizes = .standard
            outputFormat = "png"
            (edits, supportsMask) = (.multipart, true)
        // Together's Python package: `width` and `height`; `base64` instead of `b64_json`.
        case .together:
            sizeStyle = .sides
            (embedded, requestsEmbedded) = ("base64", true)
            (supportsQuality, formats) = (false, [.png, .jpeg])
            options = OptionNames(
                seed: "seed", steps: "steps", guidance: "guidance_scale", negativePrompt: .field("negative_prompt"))
        // docs.x.ai: `size` is rejected; the cost is reported in units of 1e-10 dollars.
        case .xai:
            sizeStyle = .aspect(AspectRatio.xai)
            requestsEmbedded = true
            (supportsQuality, formats) = (false, [])
            costs = [.ticks]
            errorFormat = .codeAndText
        // Measured: the price is in a header; the models behind the proxy differ, so no fields are added.
        case .litellm:
            costs = [.header("x-litellm-response-cost"), .usage]
            (edits, supportsMask) = (.multipart, true)
            // docs.litellm.ai, "/images/edits": several images, as far as the model takes them.
            inputPictures = 16
            // Measured with 1.109.1: each request is sent upstream up to three times, and once more for each fallback,
            // without any trace in the response. The header and the field override every setting of the proxy.
            headers = [Self.oneTry]
            fields = ["disable_fallbacks": .flag(true)]
            retriesByDefault = true
        // LocalAI's image endpoint returns a URL unless Base64 is requested; the negative prompt follows a bar.
        case .localai:
            requestsEmbedded = true
            (supportsQuality, formats) = (false, [])
            options = OptionNames(seed: "seed", steps: "step", negativePrompt: .after("|"))
        // Its edits have always read `image[]`. Measured: without a seed it uses 42, and a size it doesn't support
        // silently becomes 512x512.
        case .sdcpp:
            sizes = .free(step: 64)
            sideMultiple = 64
            (supportsModel, supportsQuality, formats) = (false, false, [])
            (edits, partName) = (.multipart, Self.listPartName)
            // `build_openai_edit_request` reads every `image[]`.
            inputPictures = 16
            // It reads a mask's brightness alone (`build_openai_edit_request` in `examples/server`).
            (supportsMask, maskStyle) = (true, .white)
            optionPlacement = .promptTag("sd_cpp_extra_args")
            options = OptionNames(
                seed: "seed", steps: "sample_params.sample_steps", guidance: "sample_params.guidance.txt_cfg",
                strength: "strength", negativePrompt: .field("negative_prompt"))
        // vLLM-Omni's serving protocol: multipart edits; the server answers 503 until its engine is up.
        case .vllm:
            options = OptionNames(
                seed: "seed", steps: "num_inference_steps", guidance: "guidance_scale",
                negativePrompt: .field("negative_prompt"))
            (supportsQuality, formats) = (false, [])
            isLoadingAt503 = true
            edits = .multipart
            // `edit_images` in vLLM-Omni's `api_server.py` reads lists, as `image` and as `image[]`.
            inputPictures = 16
        }
    }

    /// Whether the base URL is that of OpenAI's own service and not of a compatible one.
    private static func isOpenAI(_ base: String) -> Bool {
        let host = WebAddress(base, allowing: [.login, .international, .zone])?.host ?? ""
        return host == "api.openai.com" || host.hasSuffix(".api.openai.com")
    }

    /// Tells a LiteLLM proxy not to retry.
    private static let oneTry = HTTPHeader("x-litellm-num-retries", "0")
}

/// The responses of this service that prove that nothing was bought, beyond those that prove it for every service.
extension Dialect {
    func proof(mayCost: Bool) -> PurchaseProof {
        PurchaseProof(
            mayCost: mayCost, isProviderError: isProviderError, isDocumented: isDocumented,
            isRetriedByGateway: isRetriedByGateway)
    }

    /// Recognises LiteLLM's headers and messages about retries and fallbacks.
    @Sendable
    private func isRetriedByGateway(_ response: HTTPResponse) -> Bool {
        let counts = ["x-litellm-attempted-retries", "x-litellm-attempted-fallbacks"]
        if counts.contains(where: { response.header($0).flatMap { Int($0) } ?? 0 > 0 }) { return true }
        let message = ReportedError(response.body).message
        return message.contains("litellm.") && message.contains("Fallback to ")
    }

    /// Whether the body is an error in the service's own format. Gateways write `{"message": …}`, a page, or words.
    @Sendable
    private func isProviderError(_ response: HTTPResponse) -> Bool {
        guard let body = JSONBody.value(response.body), let error = body["error"] else { return false }
        switch errorFormat {
        case .object:
            let name = error["type"]?.word ?? error["code"]?.word ?? ""
            return !name.isEmpty && error["message"]?.text?.isEmpty == false
        case .codeAndText:
            return error.text?.isEmpty == false && body["code"]?.text?.isEmpty == false
        }
    }

    @Sendable
    private func isDocumented(_ response: HTTPResponse) -> Bool {
        guard refusesOverloadAt503, response.status == 503, isProviderError(response) else { return false }
        let error = ReportedError(response.body)
        return Self.overload.contains { error.code == $0 || error.type == $0 }
    }

    /// OpenAI, guide "Error codes", 503: the model currently has no capacity for the request.
    private static let overload = [
        "server_is_overloaded", "service_unavailable_error", "overloaded_error", "slow_down",
    ]
}
