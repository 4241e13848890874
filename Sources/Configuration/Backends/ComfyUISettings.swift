package import Domain

/// The settings of a backend of type `comfyui` beside those common to all backends.
package struct ComfyUISettings: Equatable, Sendable {
    /// Without a trailing slash.
    package var baseURL: String
    /// A file in ComfyUI's API format.
    package var workflow: FolderPath
    /// The value of `{{negative_prompt}}`.
    package var negativePrompt: String

    package init(baseURL: String, workflow: FolderPath, negativePrompt: String = "") {
        self.baseURL = baseURL
        self.workflow = workflow
        self.negativePrompt = negativePrompt
    }
}
