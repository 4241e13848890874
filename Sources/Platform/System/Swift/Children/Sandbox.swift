internal import CSystem
internal import Domain
internal import Glibc

/// A Landlock sandbox, by which the kernel keeps a child from files: https://docs.kernel.org/userspace-api/landlock.html
package struct Sandbox: ~Copyable {
    /// Whether this kernel has Landlock and lets this process use it.
    package static let isAvailable = csys_sandbox_version() > 0

    /// The sandbox's descriptor; −1 where the kernel has none, or none is wanted.
    let number: Int32

    private init(number: Int32) {
        self.number = number
    }

    static func made(_ order: ChildSandbox?) throws(FileFailure) -> Sandbox {
        let number = order == nil ? -ENOSYS : csys_sandbox()
        guard number != -ENOSYS, number != -EOPNOTSUPP, let order else { return Sandbox(number: -1) }
        guard number >= 0 else { throw FileFailure(errno: number) }
        let sandbox = Sandbox(number: number)
        try sandbox.allow(order.readable, CSYS_READ)
        try sandbox.allow(order.devices, CSYS_DEVICES)
        try sandbox.allow(order.writable, CSYS_WRITE)
        return sandbox
    }

    deinit {
        if number >= 0 { close(number) }
    }

    private func allow(_ paths: [FolderPath], _ access: csys_sandbox_access) throws(FileFailure) {
        let sandbox = number
        for path in paths {
            let result = try unsafe path.bytes.withCPath { path throws(FileFailure) in
                unsafe csys_sandbox_allow(sandbox, path, access)
            }
            // What can't be looked at is nothing that could be allowed.
            let isAbsent = [-ENOENT, -ENOTDIR, -EACCES, -ELOOP].contains(result)
            guard result == 0 || isAbsent else { throw FileFailure(errno: result) }
        }
    }
}
