import Domain
import Glibc
import PlatformSystem

/// The peak of resident memory of one process image. `getrusage` of a child would count what its parent had at the
/// time of the spawn, so a child reads its own high-water mark.
enum PeakMemory {
    /// `VmHWM` of this process, in KiB. Throws when the kernel does not tell.
    static func kibibytes() throws(FileFailure) -> Int {
        let folder = try FileDescriptor.folder(FolderPath("/proc/self"))
        let status = String(decoding: try folder.file(beneath: FileName("status")).all(limit: 1 << 16), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Int(number)
        else { throw .missing }
        return kibibytes
    }

    /// Runs this program anew with other arguments; the child prints for itself.
    static func runChild(_ arguments: [String]) throws(FileFailure) {
        var words: [UnsafeMutablePointer<CChar>?] = (["textify-bench"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/proc/self/exe", nil, nil, &words, environ)
        guard code == 0 else { throw .failed(code: code) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: status) }
    }
}
