import App
import FoundationEssentials

@main
enum Start {
    @MainActor
    static func main() async {
        let process = ProcessInfo.processInfo
        let code = await Daemon.run(environment: process.environment, folder: FileManager.default.currentDirectoryPath)
        exit(code.rawValue)
    }
}
