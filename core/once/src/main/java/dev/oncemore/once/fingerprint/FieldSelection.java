package dev.oncemore.once.fingerprint;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selected values of a document, by JSON pointer (RFC 6901). All of them are found in one pass, which follows the
 * pointers and skips the rest.
 */
final class FieldSelection {
    /** More than written by hand; for more, use the whole document. */
    private static final int COUNT_MAX = 64;

    private final List<byte[]> pointers;
    private final PointerStep root;

    private FieldSelection(List<byte[]> pointers, PointerStep root) {
        this.pointers = pointers;
        this.root = root;
    }

    static FieldSelection of(List<String> pointers) {
        if (pointers.isEmpty() || pointers.size() > COUNT_MAX) {
            throw new IllegalArgumentException(
                    "there must be 1 to " + COUNT_MAX + " JSON pointers, but there are " + pointers.size());
        }
        PointerStep root = new PointerStep();
        for (int i = 0; i < pointers.size(); i++) {
            root.lead(pointers.get(i), i);
        }
        return new FieldSelection(
                pointers.stream()
                        .map(pointer -> Utf8.encode("JSON pointer", pointer))
                        .toList(),
                root);
    }

    Found in(CanonicalJson document) {
        Found found = new Found(pointers, document);
        found.walk(root, 0);
        return found;
    }

    /** The positions of the values in one document. */
    static final class Found {
        private static final int MISSING = -1;

        private final List<byte[]> pointers;
        private final CanonicalJson document;
        private final byte[] json;
        private final int[] starts;
        private final int[] ends;

        private Found(List<byte[]> pointers, CanonicalJson document) {
            this.pointers = pointers;
            this.document = document;
            this.json = document.bytes();
            this.starts = new int[pointers.size()];
            this.ends = new int[pointers.size()];
            Arrays.fill(starts, MISSING);
        }

        void putInto(Preimage preimage) {
            preimage.putNumber(starts.length);
            for (int i = 0; i < starts.length; i++) {
                preimage.put(pointers.get(i)).putFlag(starts[i] != MISSING);
                if (starts[i] != MISSING) {
                    preimage.put(json, starts[i], ends[i] - starts[i]);
                }
            }
        }

        /** Walks the value at an index, as deep as documents may nest, and returns the index after it. */
        private int walk(PointerStep step, int start) {
            int end = switch (step.isLast() ? 0 : json[start]) {
                case '{' -> walkObject(step, start);
                case '[' -> walkArray(step, start);
                default -> document.valueEnd(start);
            };
            if (step.pointer() != PointerStep.NONE) {
                starts[step.pointer()] = start;
                ends[step.pointer()] = end;
            }
            return end;
        }

        private int walkObject(PointerStep step, int start) {
            int at = start + 1;
            while (json[at] != '}') {
                at += json[at] == ',' ? 1 : 0;
                int nameEnd = CanonicalJson.stringEnd(json, at);
                at = walkOrPass(step.named(json, at + 1, nameEnd - 1), nameEnd + 1);
            }
            return at + 1;
        }

        private int walkArray(PointerStep step, int start) {
            int at = start + 1;
            for (int index = 0; json[at] != ']'; index++) {
                at += json[at] == ',' ? 1 : 0;
                at = walkOrPass(step.numbered(index), at);
            }
            return at + 1;
        }

        private int walkOrPass(@Nullable PointerStep step, int start) {
            return step == null ? document.valueEnd(start) : walk(step, start);
        }
    }
}
