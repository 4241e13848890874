internal import ControlAPI
internal import Domain

extension Exchange {
    /// The body as a picture: its first bytes decide, whatever it calls itself.
    func picture() throws(Rejection) -> [UInt8] {
        guard !body.isEmpty else { throw .refused(.noBody) }
        if PictureFormat(magic: body) == nil {
            guard let type = contentType, MediaType.pictures.contains(type) else {
                throw .refused(.unsupportedMediaType(wanted: MediaType.pictures))
            }
            throw .failed(.picture(.notAPicture))
        }
        return body
    }
}
