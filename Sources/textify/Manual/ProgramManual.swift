import Domain
import Words

/// textify(1), generated from the table of commands.
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
        page.text("converts pictures to text art directly, and controls the service")
        page.raw(".Xr textifyd 8 .")
        page.text("Long options may be abbreviated if they stay unambiguous; -- ends the options.")
        page.text("The letter after a command's name is its alias.")
        page.text(
            "A job is named by its ID, by at least four of its first or last characters, or by last, the newest job."
        )
        for command in CommandTable.all { tell(command, in: &page) }
        page.section("ENVIRONMENT")
        page.list(environment)
        page.section("EXIT STATUS")
        page.text("The codes follow sysexits.h:")
        page.list(exits)
        page.text("textify status --check exits with 0 if the service is well, 1 if it is degraded, 2 if")
        page.text("work has stopped, and 3 if it can't be reached.")
        page.section("CAUSES")
        page.text(
            "The reasons why a job waits, is held or failed. --cause accepts a whole code, or its last part after a _: "
                + "auth matches backend_auth.")
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
        ("Ev TEXTIFY_SOCKET", "The service's socket; --socket takes precedence."),
        (
            "Ev LC_ALL , LC_MESSAGES , LANG",
            "The language of messages: Korean if the value begins with ko, otherwise English."
        ),
        ("Ev NO_COLOR", "If set and not empty, no colours are used in the terminal."),
    ]

    private static let exits: [(head: String, text: String)] = [
        ("0", "Success."), ("64", "The command line is wrong."),
        ("65", "The input is invalid, or a job failed."),
        ("66", "The file or job does not exist."), ("69", "The service can't be reached."),
        ("75", "Not possible now; try again later."), ("77", "Permission denied."),
        ("78", "The configuration is invalid."),
    ]
}
