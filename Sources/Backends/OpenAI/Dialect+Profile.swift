import Domain

extension Dialect {
    /// What is known of each service. The sources stand with each; what a server only ignores is not sent.
    init(_ profile: ImagesProfile, at address: Address) {
        self.init()
        switch profile {
        case .openai where address.isOpenAI:
            sizes = .standard
            outputFormat = "png"
            (edits, takesMask) = (.json, true)
            refusesOverloadAt503 = true
        // Anything that speaks like it, and some gateways that tell the price.
        case .openai:
            // It may be a LiteLLM proxy; other servers don't know the header.
            headers = [Self.oneTry]
            costs = [.usage]
            (edits, takesMask) = (.json, true)
        // learn.microsoft.com, Azure OpenAI's REST reference: deployments, api-version, api-key.
        case .azure:
            entrance = .azure
            sizes = .standard
            outputFormat = "png"
            (edits, takesMask) = (.multipart, true)
        // Together's Python package: width and height, `base64` for what others call `b64_json`.
        case .together:
            sizeStyle = .sides
            (embedded, asksEmbedded) = ("base64", true)
            (takesQuality, formats) = (false, [.png, .jpeg])
            options = OptionNames(
                seed: "seed", steps: "steps", guidance: "guidance_scale", negativePrompt: .field("negative_prompt"))
        // docs.x.ai: `size` is refused; what a picture costs is told in ten thousand millionths of a dollar.
        case .xai:
            sizeStyle = .aspect(AspectRatio.xai)
            asksEmbedded = true
            (takesQuality, formats) = (false, [])
            costs = [.ticks]
            errorFormat = .codeAndText
        // Measured: the price in a field of the head; the models behind differ, so nothing is added.
        case .litellm:
            costs = [.header("x-litellm-response-cost"), .usage]
            (edits, takesMask) = (.multipart, true)
            // Measured with 1.109.1: each request is sent upstream up to three times, and once more for each fallback,
            // without a word in the answer. The header and the field win over every setting of the proxy.
            headers = [Self.oneTry]
            fields = ["disable_fallbacks": .flag(true)]
            retriesByItself = true
        // LocalAI's image endpoint: a file at an address unless asked; the negative prompt after a bar.
        case .localai:
            asksEmbedded = true
            (takesQuality, formats) = (false, [])
            options = OptionNames(seed: "seed", steps: "step", negativePrompt: .after("|"))
        // Its edits have always read `image[]`. Measured: without a seed it is 42, and a size that it doesn't like
        // becomes 512x512 without a word.
        case .sdcpp:
            sizes = .free(step: 64)
            sideStep = 64
            (takesModel, takesQuality, formats) = (false, false, [])
            (edits, partName, takesMask) = (.multipart, "image[]", true)
            optionPlace = .promptTag("sd_cpp_extra_args")
            options = OptionNames(
                seed: "seed", steps: "sample_params.sample_steps", guidance: "sample_params.guidance.txt_cfg",
                negativePrompt: .field("negative_prompt"))
        // vLLM-Omni's serving protocol, edits in parts; the server answers 503 until its engine is up.
        case .vllm:
            options = OptionNames(
                seed: "seed", steps: "num_inference_steps", guidance: "guidance_scale",
                negativePrompt: .field("negative_prompt"))
            (takesQuality, formats) = (false, [])
            isLoadingAt503 = true
            edits = .multipart
        }
    }

    /// Asks a LiteLLM proxy not to retry.
    private static let oneTry = HTTPHeader("x-litellm-num-retries", "0")
}
