"""The channel from the page to Python, alone in a page."""

from rules.notebook import ROOT


def test_the_answer_to_another_view_frees_no_place_for_ones_own_reports(browser):
    page = browser.new_page()
    views = ROOT / "helpers" / "views"
    page.route(
        "**/*.js", lambda route: route.fulfill(path=views / route.request.url.split("/")[-1])
    )
    page.route("**/page", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("http://views.test/page")
    sent = page.evaluate("""async () => {
        const { createChannel } = await import("/wire.js");
        const sent = [];
        const model = { send: report => sent.push(report), on() {}, off() {} };
        const channel = createChannel(model, document.body);
        const part = channel.of("0", () => ({}));
        for (const place of [1, 2, 3, 4]) part.move(place);
        const counts = [sent.length];
        for (const sender of ["another", sent[0].sender]) {
            channel.answer({ sender, seq: 1, part: "0" });
            counts.push(sent.length);
        }
        channel.end();
        return counts;
    }""")
    page.close()
    assert sent == [3, 3, 4]
