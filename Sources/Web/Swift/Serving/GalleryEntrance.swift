package import ControlAPI
package import PlatformHTTPServer

/// Lets people sign in to the gallery: by the address that `textify web` prints.
package struct GalleryEntrance: Sendable {
    let place: GalleryPlace
    let sessions: Sessions

    package init(place: GalleryPlace, sessions: Sessions) {
        self.place = place
        self.sessions = sessions
    }

    /// Creates a code with which a browser signs in once, as that peer. It is in the address's fragment, which browsers
    /// neither send nor log.
    package func invite(_ peer: Peer) -> GalleryInvitation {
        let (code, expires) = sessions.invite(peer)
        return GalleryInvitation(url: place.origin + place.base + "login#" + code, expires: WireTime(expires))
    }

    /// Ends the sessions of that user, or of everyone, and returns their number.
    package func signOut(user: UInt32?) -> Int { sessions.end(user: user) }
}
