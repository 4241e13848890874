import App

@main
enum Start {
    @MainActor
    static func main() async {
        await Daemon.launch()
    }
}
