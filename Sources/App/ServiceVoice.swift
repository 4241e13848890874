import PlatformSystemd

/// Tells the service manager how the service stands.
protocol ServiceVoice: Sendable {
    /// All of it at once. It returns at once, and what is said first arrives first.
    func say(_ messages: [ServiceMessage])
}

/// Tells systemd.
struct SystemdVoice: ServiceVoice {
    let courier: Courier

    func say(_ messages: [ServiceMessage]) {
        courier.carryAlways { Supervisor.tell(messages) }
    }
}
