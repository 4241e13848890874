internal import ControlAPI
internal import Domain

/// What a request carries.
package enum ControlBody: Sendable {
    case none
    case json([UInt8])
    case picture([UInt8])

    /// Throws what the value's own encoding throws.
    package static func json(of value: some Encodable) throws -> ControlBody {
        .json(try ControlJSON.encode(value))
    }

    var bytes: [UInt8] {
        switch self {
        case .none: []
        case .json(let bytes), .picture(let bytes): bytes
        }
    }

    var headers: [HTTPHeader] {
        switch self {
        case .none: []
        case .json: [HTTPHeader("Content-Type", MediaType.json)]
        case .picture: [HTTPHeader("Content-Type", MediaType.octets)]
        }
    }
}
