import BackendKit
import Domain

/// What a plugin says when the work is done.
struct PluginResult: Equatable {
    let pictures: [PictureFile]
    let receipt: Receipt

    /// Throws `.empty` without a picture, and `.badResponse`.
    init(_ value: JSONValue, in folder: String, quoting: Quoting) throws(BackendFailure) {
        let images = value["images"]?.list ?? []
        guard !images.isEmpty else { throw .empty }
        var pictures: [PictureFile] = []
        for image in images { pictures.append(try PictureFile(image, in: folder, quoting: quoting)) }
        self.pictures = pictures
        let cost = Self.cost(value["cost"])
        receipt = Receipt(
            reference: value["provider_request_id"]?.text.map { quoting.quoted($0) },
            charged: cost.map { $0.micros > 0 ? .yes : .no } ?? .unknown,
            seed: images.first?["seed"]?.integer.flatMap { UInt64(exactly: $0) }, cost: cost)
    }

    /// An amount as a number or, without loss, as a text.
    private static func cost(_ value: JSONValue?) -> Money? {
        guard let currency = value?["currency"]?.text?.uppercased(), currency.utf8.count == 3,
            let amount = value?["amount"]?.double ?? value?["amount"]?.text.flatMap({ Double($0) }),
            0...1_000_000 ~= amount
        else { return nil }
        return Money(micros: Int64((amount * 1_000_000).rounded()), currency: currency)
    }
}
