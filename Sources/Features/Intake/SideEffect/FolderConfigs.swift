import Domain
import IntakeFeature

/// Determines the request for drops that don't set anything themselves.
struct FolderConfigs: Sendable {
    let files: any FileSystem
    let parser: any DropParser

    /// The reason why the request is unknown.
    enum BaseFailure: Error {
        /// An error of the folder's disk or of the machine.
        case file(FileFailure)
        /// An unusable `.textify.toml`.
        case fault(FolderConfigFailure)
    }

    /// The watch folder's request, overridden by the `.textify.toml` of the watch folder and of each subfolder down to
    /// `folder`, the nearest last.
    func base(in folder: FileName?, _ source: WatchFolder) async throws(BaseFailure) -> Request {
        var files: [FolderConfigFile] = []
        if let file = try await folderFile(nil, source) { files.append(file) }
        var way: FileName?
        for name in folder?.components ?? [] {
            let place = way?.appending(name) ?? name
            way = place
            if let file = try await folderFile(place, source) { files.append(file) }
        }
        if files.isEmpty { return source.rules.request }
        switch parser.base(files, folder: source.name) {
        case .success(let request): return request
        case .failure(let fault): throw .fault(fault)
        }
    }

    /// The reason why drops of a folder can't be picked up; `nil` if they can.
    func fault(in folder: FileName?, _ source: WatchFolder) async throws(FileFailure) -> FolderConfigFailure? {
        do throws(BaseFailure) {
            _ = try await base(in: folder, source)
            return nil
        } catch {
            switch error {
            case .file(let failure): throw failure
            case .fault(let fault): return fault
            }
        }
    }

    private func folderFile(_ folder: FileName?, _ source: WatchFolder) async throws(BaseFailure) -> FolderConfigFile? {
        let place = folder?.appending(FolderConfigFile.name) ?? FolderConfigFile.name
        do throws(FileFailure) {
            let bytes = try await files.read(place, in: source.path, limit: FolderConfigFile.most)
            return FolderConfigFile(place: place, bytes: bytes)
        } catch {
            switch error {
            case .missing: return nil
            case .unmounted: throw .file(error)
            case .failed(let code) where Errno.ofMachines.contains(code): throw .file(error)
            default: throw .fault(FolderConfigFailure(place, .unreadable(error)))
            }
        }
    }
}
