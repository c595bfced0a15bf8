package dev.oncemore.server.door;

import java.nio.ByteBuffer;

/** A request line as it comes, in one piece or byte by byte. */
final class RequestLine {
    private static final String VERSION = "HTTP/1.";

    private final StringBuilder lastWord = new StringBuilder();
    private boolean hasBegun;
    private boolean hasFragment;

    /** The next line begins. */
    void start() {
        lastWord.setLength(0);
        hasBegun = false;
        hasFragment = false;
    }

    /** Whether nothing is wrong with the line as far as this goes. Does not move the buffer. */
    boolean isFine(ByteBuffer buffer) {
        for (int i = buffer.position(); i < buffer.limit(); i++) {
            char c = (char) buffer.get(i);
            boolean isEnd = c == '\n' || c == '\r';
            if (isEnd && hasBegun) {
                return !hasFragment && isVersion();
            }
            if (isEnd) {
                continue;
            }
            hasBegun = true;
            hasFragment |= c == '#';
            if (c == ' ') {
                lastWord.setLength(0);
            } else if (lastWord.length() <= VERSION.length() + 1) {
                lastWord.append(c);
            }
        }
        return true;
    }

    private boolean isVersion() {
        int length = VERSION.length();
        return lastWord.length() == length + 1
                && lastWord.indexOf(VERSION) == 0
                && (lastWord.charAt(length) == '0' || lastWord.charAt(length) == '1');
    }
}
