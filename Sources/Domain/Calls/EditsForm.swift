/// How a picture is handed over to be edited, in OpenAI's images dialect.
package enum EditsForm: String, Equatable, Sendable, CaseIterable {
    /// As an address `data:…` in the JSON.
    case json
    /// As a part beside the other fields.
    case multipart
}
