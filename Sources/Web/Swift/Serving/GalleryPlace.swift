package import ControlAPI
package import Domain
package import PlatformHTTPServer

/// Where the gallery is served.
package struct GalleryPlace: Sendable {
    /// The address to open on this machine, without the base: `http://127.0.0.1:8189`.
    let origin: String
    let port: UInt16
    /// Begins and ends with a slash.
    let base: String
    let hosts: [String]
    let trustedProxies: [IPAddress]

    /// `host`: the numeric address that is listened on.
    package init(host: String, port: UInt16, base: String, hosts: [String], trustedProxies: [String]) {
        self.port = port
        self.base = base
        self.hosts = hosts
        self.trustedProxies = trustedProxies.compactMap { IPAddress($0) }
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        origin = "http://" + (reachable.contains(":") ? "[\(reachable)]" : reachable) + ":\(port)"
    }

    /// The name of the session's cookie. Cookies don't know ports, so that the port is part of it.
    var cookieName: String { "textify-\(port)" }

    /// Whether the host can't be a name that another site points here: localhost, a configured name, or a number.
    func accepts(host: String) -> Bool {
        guard let parts = HostAndPort(host.lowercased()), parts.port.map({ UInt16(digits: $0) != nil }) ?? true else {
            return false
        }
        let name = String(parts.host)
        if LoopbackHost.isNamed(name) || hosts.contains(name) { return true }
        return IPAddress(name) != nil
    }

    func isTrusted(_ address: String?) -> Bool {
        guard let address = address.flatMap({ IPAddress($0) }) else { return false }
        return trustedProxies.contains(address)
    }

    /// The address if it is a path below the base, so that a form can't lead to another site.
    func local(_ address: String) -> String? {
        // Browsers skip tabs and line ends, and take a backslash for a slash.
        let isPlain =
            !address.hasPrefix("//") && address.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\\") }
        return isPlain && (address + "/").hasPrefix(base) && address.hasPrefix("/") ? address : nil
    }
}

/// Lets people sign in to the gallery, by the address that `textify web` prints, and calendar programs read the calendar.
package struct GalleryEntrance: Sendable {
    let place: GalleryPlace
    let sessions: Sessions
    let calendarKey: CalendarKey

    package init(place: GalleryPlace, sessions: Sessions, calendarKey: CalendarKey) {
        self.place = place
        self.sessions = sessions
        self.calendarKey = calendarKey
    }

    /// Creates a code with which a browser signs in once, as that peer. It is in the address's fragment, which browsers
    /// neither send nor log.
    package func invite(_ peer: Peer) -> GalleryInvitation {
        let (code, expires) = sessions.invite(peer)
        return GalleryInvitation(url: place.origin + place.base + "login#" + code, expires: WireTime(expires))
    }

    /// Ends the sessions of that user, or of everyone, and returns their number.
    package func signOut(user: UInt32?) -> Int { sessions.end(user: user) }

    /// Makes the calendar's address. It has no `url` if there is one already, unless `renewing`.
    package func subscribe(renewing: Bool) throws(ControlFailure) -> CalendarSubscription {
        do throws(FileFailure) {
            let (token, since) = try calendarKey.make(renewing: renewing)
            let url = token.map { place.origin + place.base + GalleryService.calendarPath + $0 + ".ics" }
            return CalendarSubscription(url: url, since: since)
        } catch { throw .storage(error) }
    }

    /// Ends the calendar's address. `false` if there was none.
    package func unsubscribe() throws(ControlFailure) -> Bool {
        do throws(FileFailure) { return try calendarKey.revoke() } catch { throw .storage(error) }
    }
}
