internal import ControlAPI
internal import Domain

/// The route that moves pictures to the storage that new ones are written to, step by step. Each request moves some; the
/// client asks until none is left.
struct BlobMoveRoute: Sendable {
    let operations: any ServiceOperations

    var route: Route {
        Route("POST", "/v1/blobs/move", .operate, query: ["to"]) { exchange throws(Rejection) in
            let text = exchange.query.text("to") ?? ""
            guard let kind = BlobStoreKind(rawValue: text) else {
                throw Parameters.notOneOf(BlobStoreKind.allCases.map(\.rawValue), "to", text)
            }
            do throws(ControlFailure) {
                let step = try await operations.moveBlobs(to: kind)
                return .json(
                    BlobMoveAnswer(
                        moved: step.moved, bytes: step.bytes, left: step.left, damaged: step.damaged.map(\.hex)))
            } catch {
                throw .failed(error)
            }
        }
    }
}
