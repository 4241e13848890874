public import Domain

/// What is configured of one ComfyUI server.
public struct ComfyUIOptions: Equatable, Sendable {
    /// The configured name.
    public var name: String
    /// Such as `http://127.0.0.1:8188`, without a slash at the end.
    public var baseURL: String
    public var workflow: Workflow
    /// The workflow's name for people, such as its file's without `.json`.
    public var workflowName: String
    /// What stands for `{{negative_prompt}}`.
    public var negativePrompt: String
    /// For a server behind a gate that wants a bearer's key; ComfyUI itself knows none.
    public var key: Secret?
    /// Whether calls cost nothing, so that lost work is simply asked for again.
    public var isFree: Bool
    /// How long a picture may take from when it is seen to be worked on. Waiting in the server's queue doesn't count.
    public var timeout: Duration
    /// How many pieces of work are handed over at once.
    public var concurrency: Int
    public var onUnknown: UnknownPolicy
    public var probeInterval: Duration

    public init(
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
