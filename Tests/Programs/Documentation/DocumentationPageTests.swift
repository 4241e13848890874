import Testing

/// Checks the reader of the pages, so that `DocumentationTests` can't pass by finding nothing.
@Suite("Reading of documentation pages")
struct DocumentationPageTests {
    private let page = DocumentationPage(
        "a.md",
        """
        # A title: it's *one*

        See [b](b.md#two-words), `[no](c.md)` and <img src="d.png" alt="">. Try `textify jobs -q`.

        ## Two words
        ## Two words

        ```sh run
        # Two words
        LC_ALL=C .build/release/textify convert "a # b.png" --columns 3 \\
            -o b.png | textify convert - && cat b.png   # --no
        $ textifyd --check; textify s
        ```

            textify status --json

        ```text
        textifyd 0.1.0: running
        ```
        """)

    @Test("links are found outside of code") func targets() {
        #expect(page.targets == ["b.md#two-words", "d.png"])
    }

    @Test("anchors are those that GitHub makes") func anchors() {
        #expect(page.anchors == ["a-title-its-one", "two-words", "two-words-1"])
    }

    @Test("blocks have their info strings and places") func blocks() {
        #expect(page.blocks.map(\.info) == ["sh run", "", "text"])
        #expect(page.blocks.map(\.place) == ["a.md:8", "a.md:15", "a.md:17"])
    }

    @Test("commands are found in blocks and code spans, without quotes, comments, variables and folders")
    func commands() {
        #expect(
            page.commands.map(\.words) == [
                ["textify", "convert", "a # b.png", "--columns", "3", "-o", "b.png"], ["textify", "convert", "-"],
                ["textifyd", "--check"], ["textify", "s"], ["textify", "status", "--json"], ["textify", "jobs", "-q"],
            ])
    }
}
