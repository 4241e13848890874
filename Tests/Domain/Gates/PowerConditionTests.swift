import Domain
import Testing

@Suite("Power conditions")
struct PowerConditionTests {
    private static let open = GateReading.open(until: nil)
    private static let closed = GateReading.closed(until: nil)

    private static func supply(
        _ kind: PowerSupply.Kind, online: Bool? = nil, _ status: PowerSupply.Status? = nil, capacity: Int? = nil,
        energy: (Double, Double)? = nil, charge: (Double, Double)? = nil, present: Bool = true
    ) -> PowerSupply {
        var supply = PowerSupply(kind)
        supply.isPresent = present
        supply.isOnline = online
        supply.status = status
        supply.capacity = capacity
        supply.energy = energy.flatMap { PowerSupply.Level(now: $0.0, full: $0.1) }
        supply.charge = charge.flatMap { PowerSupply.Level(now: $0.0, full: $0.1) }
        return supply
    }

    private static func read(_ condition: PowerCondition, _ mains: Bool?, _ battery: Int?) -> GateReading {
        condition.reading(PowerState(mains: mains, battery: battery))
    }

    @Test("on mains")
    func mains() {
        #expect(Self.read(.onMains, true, nil) == Self.open && Self.read(.onMains, true, 3) == Self.open)
        #expect(Self.read(.onMains, false, 100) == Self.closed)
        #expect(Self.read(.onMains, nil, 50) == .unknown(.noMains))
        #expect(Self.read(.onMains, nil, nil) == .unknown(.noSupply))
    }

    @Test("a charged battery")
    func battery() {
        let condition = PowerCondition.battery(atLeast: 40)
        #expect(Self.read(condition, false, 40) == Self.open && Self.read(condition, nil, 100) == Self.open)
        #expect(Self.read(condition, true, 39) == Self.closed && Self.read(condition, nil, 0) == Self.closed)
        #expect(Self.read(condition, true, nil) == .unknown(.noBattery))
        #expect(Self.read(condition, nil, nil) == .unknown(.noSupply))
    }

    @Test("either of the two; what is unknown matters only if it would decide")
    func either() {
        let condition = PowerCondition.onMainsOrBattery(atLeast: 40)
        #expect(Self.read(condition, true, 3) == Self.open && Self.read(condition, true, nil) == Self.open)
        #expect(Self.read(condition, false, 40) == Self.open && Self.read(condition, nil, 40) == Self.open)
        #expect(Self.read(condition, false, 39) == Self.closed)
        #expect(Self.read(condition, nil, 39) == .unknown(.noMains))
        #expect(Self.read(condition, false, nil) == .unknown(.noBattery))
        #expect(Self.read(condition, nil, nil) == .unknown(.noSupply))
    }

    @Test("any connected adapter is mains")
    func adapters() {
        let battery = Self.supply(.battery, .discharging, capacity: 50)
        #expect(PowerState([Self.supply(.mains, online: true), battery]).mains == true)
        #expect(
            PowerState([Self.supply(.mains, online: false), Self.supply(.socket, online: true), battery]).mains == true)
        #expect(
            PowerState([Self.supply(.mains, online: false), Self.supply(.socket, online: false), battery]).mains
                == false)
        // A battery that was just full, and is off its adapter.
        #expect(PowerState([Self.supply(.mains, online: false), Self.supply(.battery, .idle)]).mains == false)
        // It is charged by an adapter that reports nothing.
        #expect(PowerState([Self.supply(.mains, online: false), Self.supply(.battery, .charging)]).mains == true)
    }

    @Test("without an adapter, the batteries' states tell whether there is mains")
    func states() {
        #expect(PowerState([Self.supply(.battery, .charging)]).mains == true)
        #expect(PowerState([Self.supply(.battery, .idle)]).mains == true)
        #expect(PowerState([Self.supply(.battery, .discharging)]).mains == false)
        #expect(PowerState([Self.supply(.battery, .idle), Self.supply(.battery, .discharging)]).mains == false)
        #expect(PowerState([Self.supply(.battery, capacity: 20)]) == PowerState(mains: nil, battery: 20))
        #expect(PowerState([Self.supply(.ups, .idle, capacity: 99)]) == PowerState(mains: true, battery: 99))
        #expect(PowerState([Self.supply(.ups, .discharging, capacity: 60)]).mains == false)
    }

    @Test("the sockets of a machine without a battery of its own say nothing, unless they supply it")
    func sockets() {
        let socket = Self.supply(.socket, online: false)
        #expect(PowerState([socket]) == PowerState(mains: nil, battery: nil))
        #expect(PowerState([socket, Self.supply(.ups, .idle, capacity: 100)]).mains == true)
        #expect(PowerState([Self.supply(.socket, online: true)]).mains == true)
        #expect(PowerState([]) == PowerState(mains: nil, battery: nil))
    }

    @Test("batteries are combined by energy, else by charge, else alike")
    func combined() {
        let large = Self.supply(.battery, capacity: 90, energy: (81e6, 90e6))
        let small = Self.supply(.battery, capacity: 10, energy: (1e6, 10e6))
        #expect(PowerState([large, small]).battery == 82)
        let (one, other) = (Self.supply(.battery, charge: (3e6, 4e6)), Self.supply(.battery, charge: (0, 1e6)))
        #expect(PowerState([one, other]).battery == 60)
        #expect(PowerState([large, other]).battery == 45)
        #expect(PowerState([large, Self.supply(.battery, capacity: 51)]).battery == 70)
        // One without any level doesn't count.
        #expect(PowerState([large, Self.supply(.battery, .idle)]).battery == 90)
    }

    @Test("levels are rounded down and within 0 … 100, and absent batteries don't count")
    func limits() {
        #expect(PowerState([Self.supply(.battery, energy: (399, 1000))]).battery == 39)
        #expect(PowerState([Self.supply(.battery, energy: (29, 100))]).battery == 29)
        #expect(PowerState([Self.supply(.battery, energy: (1050, 1000))]).battery == 100)
        #expect(PowerState([Self.supply(.battery, capacity: 103)]).battery == 100)
        #expect(PowerState([Self.supply(.battery, capacity: -1)]).battery == 0)
        #expect(PowerState([Self.supply(.battery, energy: (5, 0))]).battery == nil)
        let absent = Self.supply(.battery, .discharging, capacity: 80, present: false)
        #expect(PowerState([absent]) == PowerState(mains: nil, battery: nil))
        // More than full, beside an empty one.
        let over = Self.supply(.battery, energy: (110, 100))
        #expect(PowerState([over, Self.supply(.battery, energy: (0, 100))]).battery == 50)
    }
}
