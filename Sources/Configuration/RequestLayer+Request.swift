package import Domain

/// Why fields make no request.
package enum RequestFault: Error, Equatable, Sendable {
    /// What is wrong, in the order of the fields; never empty.
    case fields([FieldFailure])
    case prompt(PromptFailure)
}

extension RequestLayer {
    /// A picture that comes along with the fields.
    package struct Given: Equatable, Sendable {
        package let format: PictureFormat?
        package let bytes: Int

        package init(format: PictureFormat?, bytes: Int) {
            self.format = format
            self.bytes = bytes
        }
    }

    /// What a whole request asks for. A picture without words becomes art as it is, unless it shall be made larger; all
    /// else needs a prompt of at most `limit` characters. What the backend can't honour is refused here.
    package func request(
        _ fields: FieldValue, over base: Request, given: Given? = nil, limit: Int, file: String = "",
        from origin: RequestOrigin
    ) throws(RequestFault) -> Request {
        var request = base
        request.prompt = nil
        let failures = lay(fields, over: &request, file: file, from: origin)
        guard failures.isEmpty else { throw .fields(failures) }
        if given != nil, fields["prompt"] == nil {
            // Without words a picture goes to a backend only where it is to be made larger.
            guard fields["upscale"] != nil else { return request }
        } else {
            request.prompt = try prompt(request.prompt, limit)
        }
        var misfits = fit(&request, fields, file: file, given: given?.format)
        let backend = request.generation.backend
        if let given, let fault = fault(pictureBytes: given.bytes, backend: backend) { misfits.append(fault) }
        guard misfits.isEmpty else { throw .fields(misfits) }
        return request
    }

    private func prompt(_ words: String?, _ limit: Int) throws(RequestFault) -> String {
        do throws(PromptFailure) { return try worded(words, limit: limit) } catch {
            throw .prompt(error)
        }
    }
}

extension Request {
    /// Takes a picture that came along with `fields`: it is what the words are applied to, or what becomes art.
    package mutating func take(_ picture: StoredPicture, as fields: FieldValue) {
        let words = prompt ?? (fields["upscale"] == nil ? nil : "")
        source =
            words.map { .edit($0, picture.digest, picture.format) } ?? .picture(picture.digest, picture.format)
    }
}
