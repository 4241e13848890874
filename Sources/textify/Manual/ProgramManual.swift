import Domain
import Words

/// textify(1), from the table of commands.
enum ProgramManual {
    static var page: String {
        var page = Mdoc("textify", section: 1, "turn pictures and prompts into text art")
        page.section("SYNOPSIS")
        page.raw(".Nm")
        page.raw(".Ar command")
        page.raw(".Op Ar option ...")
        page.raw(".Op Ar operand ...")
        page.section("DESCRIPTION")
        page.raw(".Nm")
        page.text("shows pictures as text art on the spot, and talks to the service")
        page.raw(".Xr textifyd 8 .")
        page.text("Long options may be shortened while they are clear; -- ends the options.")
        page.text("A letter behind a command's name stands for it.")
        page.text(
            "A job is named by its identifier, by four or more of its first or last characters, or by last, the newest."
        )
        for command in CommandTable.all { tell(command, in: &page) }
        page.section("ENVIRONMENT")
        page.list(environment)
        page.section("EXIT STATUS")
        page.text("As in sysexits.h:")
        page.list(exits)
        page.text("textify status --check ends with 0 when all is well, 1 when the service is degraded, 2 when")
        page.text("work stands still, and 3 when it can't be reached.")
        page.section("CAUSES")
        page.text(
            "A job waits, is held or failed for one of these. --cause takes a whole one, or what stands behind a _ up to "
                + "its end: auth is backend_auth.")
        page.paragraph()
        page.text(JobState.codes.sorted().joined(separator: ", ") + ".")
        page.section("EXAMPLES")
        page.example([
            "textify convert cat.jpg -o cat.svg", "textify submit \"a lighthouse at night\" --wait",
            "textify jobs --state failed,held", "textify retry --state failed --cause auth --since 2h --dry-run",
            "textify show last",
        ])
        page.section("SEE ALSO")
        page.raw(".Xr textifyd.toml 5 ,")
        page.raw(".Xr textifyd 8")
        return page.page
    }

    private static func tell(_ command: any Command.Type, in page: inout Mdoc) {
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        page.part(command.names.joined(separator: ", ") + operands)
        page.text(command.summary.english + ".")
        page.list(command.known.map { (Mdoc.option($0), $0.help.english + ".") })
    }

    private static let environment: [(head: String, text: String)] = [
        ("Ev TEXTIFY_SOCKET", "The service's socket; --socket comes before it."),
        ("Ev LC_ALL , LC_MESSAGES , LANG", "The language of messages: English, or Korean where they begin with ko."),
        ("Ev NO_COLOR", "Set to anything but nothing: no colours in the terminal."),
    ]

    private static let exits: [(head: String, text: String)] = [
        ("0", "It was done."), ("64", "The command line is wrong."),
        ("65", "What was given is wrong, or a job failed."),
        ("66", "There is no such file or job."), ("69", "The service can't be reached."),
        ("75", "Not now: try again later."), ("77", "You may not."), ("78", "The configuration is wrong."),
    ]
}
