import Domain

/// How a service wants OpenAI's images dialect spoken. Data alone: what it does with it stands elsewhere.
struct Dialect: Equatable {
    /// How a size is written.
    enum SizeStyle: Equatable {
        /// `"size": "1024x768"`
        case text
        /// `"width": 1024, "height": 768`
        case sides
        /// `"aspect_ratio": "4:3", "resolution": "1k"`: the nearest of these shapes.
        case aspect([AspectRatio])
    }

    /// How the key travels and how addresses are made.
    enum Entrance: Equatable {
        /// `Authorization: Bearer`, `…/images/generations`.
        case bearer
        /// `api-key`, `…/openai/deployments/NAME/images/generations?api-version=…`.
        case azure
    }

    /// Where options go that the dialect itself doesn't know.
    enum OptionPlace: Equatable {
        /// Beside the other fields.
        case body
        /// As JSON between tags of this name, before the prompt.
        case promptTag(String)
    }

    /// The format of a service's errors.
    enum ErrorFormat {
        /// `{"error": {"message": …, "type": …, "code": …}}`
        case object
        /// `{"code": …, "error": …}`
        case codeAndText
    }

    var entrance = Entrance.bearer
    var sizeStyle = SizeStyle.text
    /// What it takes when the configuration lists none.
    var sizes = SizeChoice.free(step: 16)
    /// Sides must be multiples of this one, or the service paints another size without a word.
    var sideStep: Int?
    /// The value of `response_format` that asks for the picture in the answer.
    var embedded = "b64_json"
    /// Whether that is asked for when the configuration says nothing.
    var asksEmbedded = false
    var outputFormat: String?
    var options = OptionNames()
    /// Whether the model that is named is the one that paints.
    var takesModel = true
    var takesQuality = true
    /// How it takes pictures that others are made from (`…/images/edits`); `nil` where it makes none from pictures.
    var edits: EditsForm?
    /// What the part with the picture is called, where it is one.
    var partName = "image"
    /// Whether a part of a picture can be painted anew.
    var takesMask = false
    /// The formats that can be asked for.
    var formats = GeneratedFormat.allCases
    var optionPlace = OptionPlace.body
    var costs: [CostPlace] = []
    /// Whether 503 means that the model is not up yet.
    var isLoadingAt503 = false
    /// How the service itself writes an error.
    var errorFormat = ErrorFormat.object
    /// Further headers of a request for a picture.
    var headers: [HTTPHeader] = []
    /// Further fields of its body.
    var fields: [String: JSONValue] = [:]
    /// Whether the service is a gateway that retries, or falls back to another provider, unless a request forbids it.
    var retriesByItself = false
    /// Whether the service documents a 503 with which it turns requests away when it is overloaded.
    var refusesOverloadAt503 = false

    /// In Base64, with the head of its address, it has at most 20,971,520 characters.
    private static let largestPicture: Int64 = 15_700_000

    /// What can be honoured of a request.
    var abilities: BackendAbilities {
        let formats = formats.map(\.rawValue)
        let known: [(GenerationOption, OptionBounds?)] = [
            (.seed, options.seed == nil ? nil : .integers(0...Int64.max)),
            (.negativePrompt, options.negativePrompt == nil ? nil : .any), (.model, takesModel ? .any : nil),
            (.steps, options.steps == nil ? nil : .any), (.guidance, options.guidance == nil ? nil : .any),
            (.mask, edits != nil && takesMask ? .any : nil), (.quality, takesQuality ? .any : nil),
            (.format, formats.isEmpty ? nil : .words(formats)),
        ]
        return BackendAbilities(
            tasks: edits == nil ? [.textToImage] : [.textToImage, .imageToImage],
            options: Dictionary(known.compactMap { option, bounds in bounds.map { (option, $0) } }) { first, _ in first
            },
            pictureBytes: Self.largestPicture)
    }
}
