/// The light's time. Said, or what the things seen imply: stars and fires ask for night.
enum Daytime: Equatable, Sendable {
    case day, dawn, sunset, night

    init(_ said: Set<Concept>) {
        let ofNight: Set<Concept> = [.moon, .star, .aurora, .comet, .planet, .fireworks, .campfire, .lantern]
        if said.contains(.night) {
            self = .night
        } else if said.contains(.sunset) {
            self = .sunset
        } else if said.contains(.dawn) {
            self = .dawn
        } else if said.contains(.day) || said.contains(.sun) || said.contains(.rainbow) {
            self = .day
        } else {
            self = said.isDisjoint(with: ofNight) ? .day : .night
        }
    }
}
