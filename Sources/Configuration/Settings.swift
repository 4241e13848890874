package import Domain

/// Everything that the service was told, with every default filled in.
package struct Settings: Equatable, Sendable {
    package var service: Service
    /// Those that are configured; `sketch` is there without.
    package var backends: [BackendSettings]
    /// At least one; names and paths differ.
    package var watches: [Watch]
    /// The request that folders lay their own over; its prompt is empty.
    package var defaults: Request
    package var limits: Limits
    package var log: LogLevel
    package var control: ControlSettings
    /// Where plugins are looked for by name.
    package var plugins: FolderPath?
    package var budget: BudgetRules
    /// How many bytes of rendered outputs are kept in memory.
    package var cachedRenderings: Int

    package init(
        service: Service, backends: [BackendSettings] = [], watches: [Watch], defaults: Request = .builtIn,
        limits: Limits = Limits(), log: LogLevel = .info, control: ControlSettings? = nil,
        plugins: FolderPath? = nil,
        budget: BudgetRules = BudgetRules(), cachedRenderings: Int = 16 << 20
    ) {
        self.service = service
        self.backends = backends
        let roots = watches.map(\.path)
        self.watches = watches.map { $0.rooted(at: roots) }
        self.defaults = defaults
        self.limits = limits
        self.log = log
        self.plugins = plugins
        self.control = control ?? ControlSettings(socket: service.state.appending("control.sock"))
        self.budget = budget
        self.cachedRenderings = cachedRenderings
    }

    /// Every name that may stand behind `backend`.
    package var backendNames: [String] { BackendsReader.builtIn + backends.map(\.name) }
}
