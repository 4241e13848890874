internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The routes by which a library moves to another machine. The client asks for pages and pictures, and sends artwork by
/// artwork: requests stay short, and an import that was interrupted is repeated as a whole.
struct TransferRoutes: Sendable {
    let library: any LibrarySource
    let transfer: any TransferSource

    var routes: [Route] {
        [
            Route("GET", "/v1/artworks/export", .read, query: ["q", "limit", "after"]) {
                exchange throws(Rejection) in
                let (query, range) = try LibraryRoutes.page(of: exchange)
                do throws(ControlFailure) {
                    let query = try await library.resolved(query)
                    let page = try await library.page(query, range)
                    let artworks = try await transfer.portable(page.artworks).map { ArtworkTransfer($0) }
                    return .json(ArtworkExport(artworks: artworks, next: page.next.map { $0.cursor(in: query) }))
                } catch {
                    throw .failed(error)
                }
            },
            Route("POST", "/v1/artworks/import", .operate, body: .artwork) { exchange throws(Rejection) in
                let (sent, picture) = try Self.content(exchange)
                let artwork: PortableArtwork
                do throws(FieldFailure) { artwork = try sent.portable() } catch { throw .failed(.fields([error])) }
                do throws(ControlFailure) {
                    let result = try await transfer.add(artwork, picture: picture)
                    return .json(ArtworkImportAnswer(id: artwork.artwork.job.text, result: result.rawValue))
                } catch {
                    throw .failed(error)
                }
            },
        ]
    }

    /// JSON for an artwork without a picture; otherwise a form with both.
    private static func content(
        _ exchange: Exchange
    ) throws(Rejection) -> (transfer: ArtworkTransfer, picture: [UInt8]?) {
        switch exchange.contentType {
        case MediaType.json: return (try transfer(exchange.body), nil)
        case MediaType.form:
            guard let form = MultipartForm(exchange.body, type: exchange.head["Content-Type"] ?? "") else {
                throw .refused(.malformedForm)
            }
            guard let json = form.parts.first(where: { $0.name == "artwork" }) else {
                throw Parameters.wrong("artwork", .missing)
            }
            guard let picture = form.parts.first(where: { $0.name == "picture" }) else {
                throw Parameters.wrong("picture", .missing)
            }
            return (try transfer(json.bytes), picture.bytes)
        default: throw .refused(.unsupportedMediaType(wanted: [MediaType.json, MediaType.form]))
        }
    }

    private static func transfer(_ bytes: [UInt8]) throws(Rejection) -> ArtworkTransfer {
        do {
            return try ControlJSON.decode(ArtworkTransfer.self, from: bytes)
        } catch {
            throw .failed(.fields([failure(error)]))
        }
    }

    /// The member in which the JSON differs from what an export has.
    private static func failure(_ error: any Error) -> FieldFailure {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context)?: FieldFailure(key: place(context, key), problem: .missing)
        case .typeMismatch(let type, let context)?, .valueNotFound(let type, let context)?:
            FieldFailure(key: place(context), problem: .wrongType(wanted: kind(type), got: "other"))
        case .dataCorrupted(let context)? where !context.codingPath.isEmpty:
            FieldFailure(
                key: place(context), problem: .malformed(got: context.debugDescription, example: "what an export has"))
        default: FieldFailure(key: "artwork", problem: .syntax("it is not JSON"))
        }
    }

    private static func kind(_ type: any Any.Type) -> String {
        if type is String.Type { return "text" }
        if type is Bool.Type { return "flag" }
        if type is any BinaryInteger.Type { return "integer" }
        return type is any Sequence.Type ? "list" : "table"
    }

    private static func place(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        (context.codingPath + [key].compactMap(\.self)).map(\.stringValue).joined(separator: ".")
    }
}
