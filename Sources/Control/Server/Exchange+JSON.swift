internal import ControlAPI
internal import Domain

extension Exchange {
    /// The body as JSON. A form, which every web page could send, is refused.
    func json() throws(Rejection) -> FieldValue {
        guard contentType == MediaType.json else {
            throw .refused(.unsupportedMediaType(wanted: [MediaType.json]))
        }
        do throws(FieldFailure) { return try JSONReader.read(body) } catch { throw .failed(.fields([error])) }
    }
}
