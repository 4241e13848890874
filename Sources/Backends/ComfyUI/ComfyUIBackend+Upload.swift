import BackendKit
import Domain

extension ComfyUIBackend {
    /// Puts a picture where the server's nodes find it, and gives the name that they know it by; `nil` for no picture.
    /// It is named after its content: the same picture is uploaded over itself. Nothing was asked for yet, so that
    /// failing costs nothing.
    func uploaded(_ picture: InputPicture?) async throws(BackendFailure) -> String? {
        guard let picture else { return nil }
        let file = MultipartBody.File(picture.fileName, type: picture.mediaType, picture.bytes)
        let body = MultipartBody(
            [("image", .file(file)), ("type", .text("input")), ("overwrite", .text("true"))],
            seed: String(picture.digest.hex.prefix(32)))
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await send("/upload/image", body.bytes, Self.patience, type: body.type)
        } catch {
            throw BackendFailure(free: error)
        }
        guard response.status == 200 else { throw rejection(response) }
        guard let answer = JSONBody.value(response.body), let name = answer["name"]?.text, !name.isEmpty else {
            throw .badResponse(said: "no name of the picture that was uploaded")
        }
        let folder = answer["subfolder"]?.text ?? ""
        return folder.isEmpty ? name : folder + "/" + name
    }
}
