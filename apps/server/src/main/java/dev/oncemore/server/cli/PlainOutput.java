package dev.oncemore.server.cli;

import dev.oncemore.operations.audit.PlainText;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * The output of commands. Names, payloads and responses come from other people, so control characters are escaped instead of
 * being sent to the terminal.
 */
public final class PlainOutput extends PrintWriter {
    private final PrintWriter raw;

    private PlainOutput(PrintWriter raw) {
        super(new Plain(raw), true);
        this.raw = raw;
    }

    /** Output to this writer. */
    public static PlainOutput over(PrintWriter raw) {
        return raw instanceof PlainOutput already ? already : new PlainOutput(raw);
    }

    /** Back to the start of the line, and what was there is wiped out. */
    void startLineAgain() {
        flush();
        raw.print("\r\u001b[K");
    }

    private static final class Plain extends Writer {
        private final PrintWriter raw;

        Plain(PrintWriter raw) {
            this.raw = raw;
        }

        @Override
        public void write(char[] text, int from, int length) {
            int start = from;
            for (int i = from; i < from + length; i++) {
                if (!isPlain(text, i, from + length)) {
                    raw.write(text, start, i - start);
                    raw.write(String.format("\\u%04x", (int) text[i]));
                    start = i + 1;
                }
            }
            raw.write(text, start, from + length - start);
        }

        private static boolean isPlain(char[] text, int at, int end) {
            char c = text[at];
            if (c == '\r') {
                return at + 1 < end && text[at + 1] == '\n';
            }
            return c == '\n' || c == '\t' || Character.isSurrogate(c) || PlainText.isPlain(c);
        }

        @Override
        public void flush() {
            raw.flush();
        }

        @Override
        public void close() {
            raw.close();
        }
    }
}
