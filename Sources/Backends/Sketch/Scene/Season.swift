/// The year's time.
enum Season: Equatable, Sendable {
    case spring, summer, autumn, winter

    init(_ said: Set<Concept>) {
        if !said.isDisjoint(with: [.winter, .snow, .snowman]) {
            self = .winter
        } else if said.contains(.autumn) {
            self = .autumn
        } else {
            self = said.contains(.spring) ? .spring : .summer
        }
    }
}
