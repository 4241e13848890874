import MVISimulation

extension Plan {
    /// One life of the service.
    struct PlannedLife {
        /// It dies at this act; `nil`: it is stopped, or rests.
        let lastAct: Int?
        let stopsAfter: Duration?
        /// Whether the machine goes down with it.
        let isPowerCut: Bool
        let faults: Life.Faults
        /// Until the next life.
        let pause: Duration
        /// Whether what it was about to write comes later, from a process that was only held up.
        let isLate: Bool
        let seed: UInt64
        /// When the configuration is read again, and says something else.
        let reloadsAfter: Duration?
    }
}
