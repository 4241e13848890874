/// A systemd unit file: assignments in sections.
struct UnitFile {
    struct Assignment {
        let section: String
        let key: String
        let value: String
    }

    let assignments: [Assignment]

    init(_ text: String) {
        var section = ""
        var found: [Assignment] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix(";") {
            if line.hasPrefix("[") { section = String(line.dropFirst().prefix { $0 != "]" }) }
            guard let sign = line.firstIndex(of: "="), !line.hasPrefix("[") else { continue }
            let value = String(line[line.index(after: sign)...])
            found.append(Assignment(section: section, key: String(line[..<sign]), value: value))
        }
        assignments = found
    }

    func values(_ key: String) -> [String] {
        assignments.filter { $0.key == key }.map(\.value)
    }

    /// Assignments that systemd 252 doesn't know in their section, judged by the list below.
    var unknown: [String] {
        assignments.filter { !(Self.known[$0.section]?.contains($0.key) ?? false) }.map { "[\($0.section)] \($0.key)" }
    }

    /// The directives that this package uses, from systemd.unit(5), systemd.service(5), systemd.socket(5),
    /// systemd.exec(5) and systemd.kill(5) of version 252.
    private static let known: [String: Set<String>] = [
        "Unit": [
            "Description", "Documentation", "After", "Before", "Wants", "Requires", "RequiresMountsFor",
            "StartLimitBurst", "StartLimitIntervalSec",
        ],
        "Install": ["WantedBy", "Also", "Alias"],
        "Socket": [
            "ListenStream", "FileDescriptorName", "SocketMode", "SocketUser", "SocketGroup", "DirectoryMode", "Backlog",
            "RemoveOnStop", "Service",
        ],
        "Service": [
            "Type", "NotifyAccess", "ExecStartPre", "ExecStart", "ExecReload", "User", "Group", "UMask",
            "ConfigurationDirectory",
            "StateDirectory", "StateDirectoryMode", "CacheDirectory", "CacheDirectoryMode", "RuntimeDirectory",
            "RuntimeDirectoryMode", "RuntimeDirectoryPreserve", "LoadCredential", "LoadCredentialEncrypted",
            "KillSignal", "KillMode", "TimeoutStartSec", "TimeoutStopSec", "WatchdogSec", "Restart", "RestartSec",
            "RestartPreventExitStatus", "LimitNOFILE", "LimitCORE", "ProtectSystem", "ReadWritePaths", "ProtectHome",
            "PrivateTmp", "PrivateDevices", "PrivateIPC", "PrivateMounts", "PrivateUsers", "ProtectClock",
            "ProtectControlGroups", "ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules",
            "ProtectKernelTunables", "ProtectProc", "ProcSubset", "NoNewPrivileges", "CapabilityBoundingSet",
            "AmbientCapabilities", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality",
            "MemoryDenyWriteExecute", "RemoveIPC", "KeyringMode", "RestrictAddressFamilies",
            "SystemCallArchitectures", "SystemCallFilter", "SystemCallErrorNumber",
        ],
    ]
}
