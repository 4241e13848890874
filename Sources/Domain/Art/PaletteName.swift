/// Sixteen colours of a terminal under the name that people know them by.
package enum PaletteName: String, Equatable, Sendable, CaseIterable {
    /// Those of VGA, as the Linux console and ANSI art have them.
    case vga
    case xterm
    /// Campbell, as Windows has them since 2017.
    case windows
    /// GNOME's.
    case tango
    case solarized
}
