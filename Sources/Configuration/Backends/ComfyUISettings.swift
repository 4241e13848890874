public import Domain

/// What a table `[backends.NAME]` of type `comfyui` says beside what every backend has.
public struct ComfyUISettings: Equatable, Sendable {
    /// Without a slash at the end.
    public var baseURL: String
    /// A file in ComfyUI's API format.
    public var workflow: FolderPath
    /// What stands for `{{negative_prompt}}`.
    public var negativePrompt: String

    public init(baseURL: String, workflow: FolderPath, negativePrompt: String = "") {
        self.baseURL = baseURL
        self.workflow = workflow
        self.negativePrompt = negativePrompt
    }
}
