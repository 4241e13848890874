import Domain
import Glibc
import PlatformSystem
import TestFolders
import Testing

@Suite("Power supplies")
struct PowerSuppliesTests {
    /// Makes a folder like `/sys/class/power_supply`, in which supplies are links to the devices' folders.
    private static func state(_ supplies: [String: [String: String]]) throws -> PowerState {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let root = try temporary.folder("class")
        for (name, files) in supplies {
            try temporary.folder("devices/" + name)
            #expect(symlink("../devices/" + name, temporary.filePath("class/" + name)) == 0)
            for (file, text) in files {
                // A link to the memory of this process fails with EIO when it is read from the start.
                if text == "EIO" {
                    #expect(symlink("/proc/self/mem", temporary.filePath("devices/\(name)/\(file)")) == 0)
                } else {
                    try temporary.write(Array((text + "\n").utf8), to: "devices/\(name)/\(file)")
                }
            }
        }
        return try PowerSupplies.read(root: root)
    }

    private static let adapter = ["type": "Mains", "online": "1"]
    private static let battery = [
        "type": "Battery", "present": "1", "status": "Discharging", "capacity": "57", "energy_now": "28500000",
        "energy_full": "50000000", "scope": "System",
    ]

    @Test("a laptop on and off its adapter")
    func laptop() throws {
        #expect(try Self.state(["AC": Self.adapter, "BAT0": Self.battery]) == PowerState(mains: true, battery: 57))
        let off = Self.adapter.merging(["online": "0"]) { $1 }
        #expect(try Self.state(["AC": off, "BAT0": Self.battery]) == PowerState(mains: false, battery: 57))
        #expect(try Self.state(["BAT0": Self.battery]) == PowerState(mains: false, battery: 57))
    }

    @Test("two batteries are combined by energy, also if one reports its charge")
    func batteries() throws {
        let second = [
            "type": "Battery", "status": "Not charging", "charge_now": "1000000", "charge_full": "5000000",
            "voltage_min_design": "10000000", "capacity": "20",
        ]
        #expect(try Self.state(["BAT0": Self.battery, "BAT1": second]).battery == 38)
        let bay = ["type": "Battery", "present": "0", "capacity": "0", "status": "Unknown"]
        #expect(try Self.state(["BAT0": Self.battery, "BAT1": bay]).battery == 57)
    }

    @Test("USB-C sockets, in the spelling of old and new kernels, and charging pads supply the machine")
    func sockets() throws {
        for (type, online, mains) in [
            ("USB", "0", false), ("USB_PD", "1", true), ("USB", "2", true), ("Wireless", "1", true),
        ] {
            let socket = ["type": type, "online": online, "scope": "System"]
            #expect(try Self.state(["usb": socket, "BAT0": Self.battery]).mains == mains)
        }
    }

    @Test("mice, unknown types and entries that aren't folders are ignored")
    func ignored() throws {
        let mouse = Self.battery.merging(["scope": "Device"]) { $1 }
        let nothing = PowerState(mains: nil, battery: nil)
        #expect(try Self.state(["hidpp_battery_0": mouse]) == nothing)
        #expect(try Self.state(["x": ["type": "BMS", "online": "1"], "y": [:], "z": ["online": "1"]]) == nothing)
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        try temporary.write(Array("Mains\n".utf8), to: "type")
        #expect(symlink("nowhere", temporary.filePath("gone")) == 0)
        #expect(try PowerSupplies.read(root: temporary.path) == nothing)
    }

    @Test("files that the driver can't supply count as absent")
    func failing() throws {
        let broken = Self.battery.merging(["capacity": "EIO", "status": "EIO", "energy_full": "EIO"]) { $1 }
        #expect(try Self.state(["AC": Self.adapter, "BAT0": broken]) == PowerState(mains: true, battery: nil))
        let levels = Self.battery.merging(["capacity": "EIO"]) { $1 }
        #expect(try Self.state(["BAT0": levels]) == PowerState(mains: false, battery: 57))
        let mute = ["type": "Mains", "online": "EIO"]
        #expect(try Self.state(["AC": mute, "BAT0": Self.battery]).mains == false)
        #expect(try Self.state(["AC": mute]) == PowerState(mains: nil, battery: nil))
        #expect(try Self.state(["BAT0": ["type": "EIO", "capacity": "5"]]) == PowerState(mains: nil, battery: nil))
    }

    @Test("what isn't a number, is too long or isn't UTF-8 counts as absent")
    func malformed() throws {
        for text in ["", "half", "5 7", "0x10", "1e9", String(repeating: "1", count: 300), "99999999999999999999"] {
            let battery = ["type": "Battery", "capacity": text, "status": text]
            #expect(try Self.state(["BAT0": battery]) == PowerState(mains: nil, battery: nil))
        }
    }

    @Test("an uninterruptible power supply is a battery that knows about the mains")
    func uninterruptible() throws {
        let supply = ["type": "UPS", "status": "Discharging", "capacity": "83"]
        #expect(try Self.state(["ups": supply]) == PowerState(mains: false, battery: 83))
        let idle = supply.merging(["status": "Full", "online": "1"]) { $1 }
        #expect(try Self.state(["ups": idle]) == PowerState(mains: true, battery: 83))
        // A battery's `online` is about the battery.
        let own = Self.battery.merging(["online": "1"]) { $1 }
        #expect(try Self.state(["BAT0": own]).mains == false)
    }

    @Test("a machine without the folder has no supplies; a file in its place is an error")
    func root() throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        #expect(try PowerSupplies.read(root: temporary.path.appending("none")) == PowerState(mains: nil, battery: nil))
        try temporary.write([], to: "file")
        let file = temporary.path.appending("file")
        #expect(throws: FileFailure.notFolder(file)) { try PowerSupplies.read(root: file) }
    }

    @Test("this machine's supplies can be read")
    func own() throws {
        let state = try PowerSupplies.read()
        #expect(state.battery.map { (0...100).contains($0) } != false)
    }
}
