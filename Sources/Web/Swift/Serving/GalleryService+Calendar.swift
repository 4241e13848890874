internal import ControlAPI
internal import Domain
internal import PlatformDigest
internal import PlatformHTTPServer
internal import Words

/// The calendar: one document for whoever has its token. It needs no session, and begins none.
extension GalleryService {
    static var calendarPath: String { "calendar/" }

    func calendar(_ visit: Visit) async -> ServerResponse {
        guard visit.isSafe, let token = visit.calendarToken, entrance.calendarKey.accepts(token) else {
            return missing(visit).withoutReferrer
        }
        let gallery =
            (visit.isEncrypted ? "https://" : "http://") + (visit.head["Host"] ?? "").lowercased() + place.base
        guard let bytes = await calendar.calendar(of: entrance.calendarKey.service, gallery: gallery) else {
            return problem(503, "database_busy", words(visit).noAnswer).withoutReferrer
        }
        let tag = "\"" + sha256(bytes).hex.prefix(32) + "\""
        let isKnown = visit.head["If-None-Match"].map { $0.matches(entityTag: tag) } ?? false
        return ServerResponse(
            status: isKnown ? 304 : 200, headers: ResponseHeaders.ofCalendar(tag: tag), body: isKnown ? [] : bytes)
    }
}

extension Visit {
    /// The token of `calendar/TOKEN.ics`.
    fileprivate var calendarToken: String? {
        let name = path.dropFirst(GalleryService.calendarPath.count)
        guard name.hasSuffix(".ics"), name.utf8.count <= 128 else { return nil }
        return String(name.dropLast(4))
    }
}

extension String {
    /// Whether a list of `If-None-Match` has this tag. Proxies that compress make it a weak one.
    fileprivate func matches(entityTag tag: String) -> Bool {
        split(separator: ",").contains { part in
            let given = part.drop { $0 == " " }.prefix { $0 != " " }
            return given == "*" || given == tag || given == "W/" + tag
        }
    }
}

extension ServerResponse {
    /// The address has a token that no other site may see.
    fileprivate var withoutReferrer: ServerResponse {
        var answer = self
        answer.headers = headers.filter { $0.name != "Referrer-Policy" } + [ResponseHeaders.noReferrer]
        return answer
    }
}
