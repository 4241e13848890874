import App

@main
enum Start {
    #if compiler(>=6.3) && compiler(<6.4)
    static func main() {
        Daemon.start()
    }
    #else
    @MainActor
    static func main() async {
        await Daemon.launch()
    }
    #endif
}
