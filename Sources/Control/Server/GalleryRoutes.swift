internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The routes with which people sign in to the gallery, subscribe to its calendar, and learn what they may do.
struct GalleryRoutes: Sendable {
    let plane: ControlPlane
    let access: AccessPolicy

    var routes: [Route] {
        [
            Route("GET", "/v1/access", .read) { exchange throws(Rejection) in
                let events = plane.events
                return .json(
                    AccessReport(role: try access.role(of: exchange.head), lastEvent: events.name(events.newest)))
            },
            Route("POST", "/v1/gallery/invitations", .read) { exchange throws(Rejection) in
                do throws(ControlFailure) {
                    return .json(try plane.gallery.invite(exchange.head.peer), status: 201)
                } catch { throw .failed(error) }
            },
            Route("DELETE", "/v1/gallery/sessions", .read, query: ["all"]) { exchange throws(Rejection) in
                try signOut(exchange)
            },
            Route("POST", "/v1/calendar", .operate, query: ["renew"]) { exchange throws(Rejection) in
                let isRenewed = try Parameters.flag("renew", exchange.query)
                do throws(ControlFailure) {
                    return .json(try plane.gallery.subscribe(renewing: isRenewed))
                } catch { throw .failed(error) }
            },
            Route("DELETE", "/v1/calendar", .operate) { _ throws(Rejection) in
                do throws(ControlFailure) {
                    return .json(CalendarRevocation(revoked: try plane.gallery.unsubscribe()))
                } catch { throw .failed(error) }
            },
        ]
    }

    private func signOut(_ exchange: Exchange) throws(Rejection) -> ServerResponse {
        let isForAll = try Parameters.flag("all", exchange.query)
        if isForAll, try access.role(of: exchange.head) < .operate {
            throw .refused(.notAllowed(role: Role.operate.rawValue, group: access.group(for: .operate)))
        }
        do throws(ControlFailure) {
            let user = isForAll ? nil : exchange.head.peer.user
            return .json(SignOutAnswer(sessions: try plane.gallery.signOut(user: user)))
        } catch { throw .failed(error) }
    }
}
