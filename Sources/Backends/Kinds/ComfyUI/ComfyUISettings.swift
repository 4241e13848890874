package import BackendKit
package import Domain

/// A ComfyUI server and a workflow for it.
package struct ComfyUISettings: BackendKindSettings {
    /// Such as `http://127.0.0.1:8188`, without a slash at the end.
    var baseURL = ""
    /// A file in ComfyUI's API format.
    var workflow = FolderPath("")
    /// The default value of `{{negative_prompt}}`.
    var negativePrompt = ""

    /// The key is the bearer token for a server behind an authenticating proxy; ComfyUI itself has no authentication.
    package static let kind = BackendKind(
        type: ComfyUIBackend.kind, defaults: ComfyUISettings(), fields: fields,
        required: ["base_url", "workflow"], traits: BackendTraits(pricing: .freeUnlessPriced)
    ) { own, context, host throws(BackendSetupFailure) in
        let workflow = try own.readWorkflow(host)
        return PreparedBackend(context) { context in
            ComfyUIBackend(own, workflow, context, transport: host.transport, utc: host.utc)
        }
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("base_url", baseURL)
        fields.add("workflow", workflow.bytes)
        fields.add("negative_prompt", negativePrompt)
    }

    package var configuredOptions: Set<GenerationOption> { .where([.negativePrompt: !negativePrompt.isEmpty]) }

    /// The name of the workflow's file without `.json`.
    var workflowName: String {
        let name = workflow.name.shown
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }

    private func readWorkflow(_ host: BackendHost) throws(BackendSetupFailure) -> Workflow {
        do throws(ConfigurationFailure) {
            return try Workflow(try host.configurationFile(workflow, Workflow.largest), file: workflow.shown)
        } catch {
            throw BackendSetupFailure([.file(error)])
        }
    }

    private static func fields(_ context: BackendFieldContext) -> [Field<ComfyUISettings>] {
        [
            .baseURL(\.baseURL),
            Field(
                "workflow", \.workflow, .path(context.paths),
                FieldHelp(
                    "Workflow file in API format that contains \"{{prompt}}\"",
                    "\"{{prompt}}\" 자리가 있는 API 형식의 워크플로 파일")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("Value of \"{{negative_prompt}}\"", "\"{{negative_prompt}}\" 자리에 들어갈 값")),
        ]
    }
}
