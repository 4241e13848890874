/// Where a setting comes from.
package enum SettingOrigin: Equatable, Sendable {
    case builtIn
    /// The configuration file, at a line from 1.
    case file(line: Int)
    /// `[defaults]` of the file, at a line from 1.
    case defaults(line: Int)
    /// The table of the backend that it is for.
    case backend(String, line: Int)
    /// A variable of the environment.
    case environment(String)
    /// It follows from another setting.
    case follows(String)
}
