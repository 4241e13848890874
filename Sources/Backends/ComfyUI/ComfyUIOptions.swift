package import Domain

/// The configuration of one ComfyUI server.
package struct ComfyUIOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `http://127.0.0.1:8188`, without a slash at the end.
    package var baseURL: String
    package var workflow: Workflow
    /// The workflow's display name, such as its file name without `.json`.
    package var workflowName: String
    /// The default value of `{{negative_prompt}}`.
    package var negativePrompt: String
    /// The bearer token for a server behind an authenticating proxy; ComfyUI itself has no authentication.
    package var key: Secret?
    /// Whether calls are free, so that lost work is simply requested again.
    package var isFree: Bool
    /// The time limit of one picture, from when it is first seen running. Time in the server's queue doesn't count.
    package var timeout: Duration
    /// The maximum number of prompts at the server.
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        name: String, baseURL: String, workflow: Workflow, workflowName: String, negativePrompt: String = "",
        key: Secret? = nil, isFree: Bool = true, timeout: Duration = .seconds(300), concurrency: Int = 4,
        onUnknown: UnknownOutcomePolicy = .hold, probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.baseURL = baseURL
        self.workflow = workflow
        self.workflowName = workflowName
        self.negativePrompt = negativePrompt
        self.key = key
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}
