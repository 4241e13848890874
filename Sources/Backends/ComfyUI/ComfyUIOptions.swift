package import Domain

/// What is configured of one ComfyUI server.
package struct ComfyUIOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `http://127.0.0.1:8188`, without a slash at the end.
    package var baseURL: String
    package var workflow: Workflow
    /// The workflow's name for people, such as its file's without `.json`.
    package var workflowName: String
    /// What stands for `{{negative_prompt}}`.
    package var negativePrompt: String
    /// For a server behind a gate that wants a bearer's key; ComfyUI itself knows none.
    package var key: Secret?
    /// Whether calls cost nothing, so that lost work is simply asked for again.
    package var isFree: Bool
    /// How long a picture may take from when it is seen to be worked on. Waiting in the server's queue doesn't count.
    package var timeout: Duration
    /// How many pieces of work are handed over at once.
    package var concurrency: Int
    package var onUnknown: UnknownPolicy
    package var probeInterval: Duration

    package init(
        name: String, baseURL: String, workflow: Workflow, workflowName: String, negativePrompt: String = "",
        key: Secret? = nil, isFree: Bool = true, timeout: Duration = .seconds(300), concurrency: Int = 4,
        onUnknown: UnknownPolicy = .hold, probeInterval: Duration = .seconds(30)
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
