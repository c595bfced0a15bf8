package dev.oncemore.once.fingerprint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node in the tree of pointers; pointers with a common prefix share their first nodes. */
final class PointerStep {
    /** No pointer ends here, or the token is no index. */
    static final int NONE = -1;

    /** The name or index that leads here, in canonical spelling. */
    private final byte[] token;

    /** The token as the index of an array, if it is one. */
    private final int index;

    private final List<PointerStep> next = new ArrayList<>();
    private int pointer = NONE;

    /** Creates the root: the document. */
    PointerStep() {
        this(new byte[0]);
    }

    private PointerStep(byte[] token) {
        this.token = token;
        this.index = indexOf(token);
    }

    /** An index has no leading zeros; more than nine digits exceed any array. */
    private static int indexOf(byte[] token) {
        boolean canonical = token.length == 1 || (token.length > 1 && token.length <= 9 && token[0] != '0');
        int index = 0;
        for (int i = 0; canonical && i < token.length; i++) {
            canonical = token[i] >= '0' && token[i] <= '9';
            index = 10 * index + token[i] - '0';
        }
        return canonical ? index : NONE;
    }

    /** Adds the rest of a pointer from here on. */
    void lead(String text, int number) {
        PointerStep step = this;
        if (!text.isEmpty()) {
            if (text.charAt(0) != '/') {
                throw new IllegalArgumentException("a JSON pointer must be empty or start with /, but is " + text);
            }
            for (String token : text.substring(1).split("/", -1)) {
                step = step.towards(Escapes.spell(unescaped(token, text)));
            }
        }
        if (step.pointer != NONE) {
            throw new IllegalArgumentException("JSON pointers must be distinct, but there is a duplicate: " + text);
        }
        step.pointer = number;
    }

    private static String unescaped(String token, String text) {
        for (int i = token.indexOf('~'); i >= 0; i = token.indexOf('~', i + 1)) {
            if (i + 1 == token.length() || (token.charAt(i + 1) != '0' && token.charAt(i + 1) != '1')) {
                throw new IllegalArgumentException("a JSON pointer must have ~ only in ~0 and ~1, but is " + text);
            }
        }
        return token.replace("~1", "/").replace("~0", "~");
    }

    private PointerStep towards(byte[] nextToken) {
        PointerStep found = named(nextToken, 0, nextToken.length);
        if (found == null) {
            found = new PointerStep(nextToken);
            next.add(found);
        }
        return found;
    }

    int pointer() {
        return pointer;
    }

    boolean isLast() {
        return next.isEmpty();
    }

    /** The node of a member, if a pointer leads there. */
    @Nullable
    PointerStep named(byte[] json, int from, int to) {
        for (PointerStep step : next) {
            if (Arrays.equals(step.token, 0, step.token.length, json, from, to)) {
                return step;
            }
        }
        return null;
    }

    /** The node of an element, if a pointer leads there. */
    @Nullable
    PointerStep numbered(int element) {
        for (PointerStep step : next) {
            if (step.index == element) {
                return step;
            }
        }
        return null;
    }
}
