package import Domain

/// What a table `[backends.NAME]` of type `comfyui` says beside what every backend has.
package struct ComfyUISettings: Equatable, Sendable {
    /// Without a slash at the end.
    package var baseURL: String
    /// A file in ComfyUI's API format.
    package var workflow: FolderPath
    /// What stands for `{{negative_prompt}}`.
    package var negativePrompt: String

    package init(baseURL: String, workflow: FolderPath, negativePrompt: String = "") {
        self.baseURL = baseURL
        self.workflow = workflow
        self.negativePrompt = negativePrompt
    }
}
