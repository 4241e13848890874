package import Domain

/// The kernel's reports about power supplies.
package enum PowerSupplies {
    /// Reads `/sys/class/power_supply`, or a folder like it. Supplies of attached devices, such as a mouse, are ignored,
    /// and so are files that the driver can't supply at the moment. A machine without the folder has no supplies. Throws
    /// if the folder exists and can't be listed.
    package static func read(root: FolderPath = FolderPath("/sys/class/power_supply")) throws(FileFailure) -> PowerState
    {
        let names: [FileName]
        do throws(FileFailure) {
            names = try FileDescriptor.folder(root).list().map(\.name)
        } catch .missing {
            names = []
        }
        return PowerState(names.compactMap { PowerSupply(Attributes(folder: root.appending($0))) })
    }
}

/// The files of one supply, each with one value.
private struct Attributes {
    let folder: FolderPath

    private static var longest: Int { 256 }

    /// `nil` if the supply has no such value, which drivers also express by errors such as ENODEV and ENODATA.
    func text(_ name: String) -> String? {
        do throws(FileFailure) {
            let bytes = try FileDescriptor.file(folder.appending(name)).all(limit: Self.longest)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            return String(validating: line, as: UTF8.self)
        } catch {
            return nil
        }
    }

    func number(_ name: String) -> Int? {
        text(name).flatMap { Int($0) }
    }

    func level(_ prefix: String) -> PowerSupply.Level? {
        PowerSupply.Level(
            now: number(prefix + "_now").map(Double.init), full: number(prefix + "_full").map(Double.init))
    }
}

extension PowerSupply {
    /// `nil` for supplies of attached devices and for unknown types.
    fileprivate init?(_ attributes: Attributes) {
        guard let type = attributes.text("type"), let kind = Kind(type: type), attributes.text("scope") != "Device"
        else {
            return nil
        }
        self.init(kind)
        // 2 is an adapter whose voltage was negotiated.
        isOnline = attributes.number("online").map { $0 > 0 }
        guard [.battery, .ups].contains(kind) else { return }
        isPresent = attributes.number("present") != 0
        status = attributes.text("status").flatMap(Status.init(name:))
        capacity = attributes.number("capacity")
        charge = attributes.level("charge")
        energy = attributes.level("energy") ?? Self.energy(charge, volts: attributes.number("voltage_min_design"))
        // A battery's own `online` says whether it supplies the machine.
        if kind == .battery { isOnline = nil }
    }

    /// The energy of a charge in µAh at a voltage in µV.
    private static func energy(_ charge: Level?, volts: Int?) -> Level? {
        guard let charge, let volts, volts > 0 else { return nil }
        let factor = Double(volts) / 1e6
        return Level(now: charge.now * factor, full: charge.full * factor)
    }
}

extension PowerSupply.Kind {
    fileprivate init?(type: String) {
        switch type {
        case "Mains": self = .mains
        case "Battery": self = .battery
        case "UPS": self = .ups
        case "Wireless": self = .socket
        // Older kernels distinguish kinds, such as USB_PD.
        case _ where type.hasPrefix("USB"): self = .socket
        default: return nil
        }
    }
}

extension PowerSupply.Status {
    fileprivate init?(name: String) {
        switch name {
        case "Charging": self = .charging
        case "Discharging": self = .discharging
        case "Full", "Not charging": self = .idle
        default: return nil
        }
    }
}
