import Configuration
import Domain
import PlatformSystem

/// A zone that the system does not know would silently be Greenwich's.
enum ZoneRule {
    static func check(_ settings: Settings) throws(LaunchFailure) {
        guard let zone = settings.service.zone, !LocalZone.isKnown(zone) else { return }
        throw LaunchFailure(
            .configuration,
            "service.zone: this system knows no time zone “\(zone)”. Take a name of `timedatectl list-timezones`, such as "
                + "Asia/Seoul, or install the package tzdata.")
    }
}
