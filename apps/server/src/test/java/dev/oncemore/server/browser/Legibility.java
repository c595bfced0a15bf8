package dev.oncemore.server.browser;

/** Finds text that is hard to read on a page, as a browser lays it out. */
public final class Legibility {
    /**
     * Words, numbers and dates that go on in the next line, and letters smaller than eleven pixels. Ids, class names and code are
     * too long for a phone and may break.
     */
    private static final String FAULTS = """
            (() => {
              const faults = new Set(), range = document.createRange();
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const lines = (node, from, to) => {
                range.setStart(node, from);
                range.setEnd(node, to);
                return new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top))).size;
              };
              for (let node; (node = texts.nextNode());) {
                const parent = node.parentElement;
                if (!node.data.trim() || !parent.checkVisibility() || parent.closest('pre, code, script, option, textarea, .skip')) continue;
                for (const word of node.data.matchAll(/\\d{4}-\\d\\d-\\d\\d|[\\p{Script=Latin}\\p{N}]+([.,:]\\p{N}+)*/gu)) {
                  if (word[0].length < 25 && lines(node, word.index, word.index + word[0].length) > 1) faults.add('broken: ' + word[0]);
                }
                const svg = parent.closest('svg[viewBox]');
                const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
                const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
                if (size < 11) faults.add('small: ' + node.data.trim());
              }
              return [...faults].join('; ');
            })()
            """;

    private Legibility() {}

    /** The faults of the page that is open; empty if there are none. */
    public static String faults(Chromium browser) throws Exception {
        return browser.evaluate(FAULTS);
    }
}
