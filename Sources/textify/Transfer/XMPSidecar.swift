/// Tags, prompt and mark of a picture as photo programs read them from a file beside it (XMP, ISO 16684-1).
struct XMPSidecar {
    static let ending = ".xmp"

    private(set) var tags: [String]
    private let text: String?
    private(set) var isFavourite: Bool
    private let made: String

    /// `made`: a time in RFC 3339.
    init(tags: [String], text: String?, isFavourite: Bool, made: String) {
        self.tags = tags
        self.text = text
        self.isFavourite = isFavourite
        self.made = made
    }

    /// Adds the tags and the mark of another artwork with the same picture.
    mutating func add(tags others: [String], isFavourite other: Bool) {
        tags += others.filter { !tags.contains($0) }
        isFavourite = isFavourite || other
    }

    /// A favourite has five stars.
    var xml: String {
        let rating = isFavourite ? "\n    xmp:Rating=\"5\"" : ""
        let subject = tags.map { "\n     <rdf:li>\(Self.escaped($0))</rdf:li>" }.joined()
        let description =
            text.map {
                """

                   <dc:description>
                    <rdf:Alt>
                     <rdf:li xml:lang="x-default">\(Self.escaped($0))</rdf:li>
                    </rdf:Alt>
                   </dc:description>
                """
            } ?? ""
        return """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about=""
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:xmp="http://ns.adobe.com/xap/1.0/"
                xmp:CreateDate="\(Self.escaped(made))"\(rating)>\(description)
               <dc:subject>
                <rdf:Bag>\(subject)
                </rdf:Bag>
               </dc:subject>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="w"?>

            """
    }

    /// XML has no other control characters than tab and line ends.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
