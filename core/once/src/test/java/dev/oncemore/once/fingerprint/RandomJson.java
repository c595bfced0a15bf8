package dev.oncemore.once.fingerprint;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * JSON documents at random, and random spellings of them. A document is a tree of maps, lists, strings, exact decimals,
 * booleans and null.
 */
final class RandomJson {
    private static final int DEPTH_MAX = 6;
    private static final String CHARACTERS = "aAbB z09\"\\/\b\t\n\f\r\0\u001f\u007f\u00e9\u0301\u20ac\uffee";

    private final RandomGenerator random;

    RandomJson(RandomGenerator random) {
        this.random = random;
    }

    /** A document with at least one value that is neither array nor object. */
    Object document() {
        return Arrays.asList(tree(0), "leaf");
    }

    private @Nullable Object tree(int depth) {
        int kind = random.nextInt(depth < DEPTH_MAX ? 9 : 5);
        return switch (kind) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2, 3 -> text();
            case 4 -> number();
            case 5, 6 -> array(depth);
            default -> object(depth);
        };
    }

    private List<@Nullable Object> array(int depth) {
        List<@Nullable Object> array = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            array.add(tree(depth + 1));
        }
        return array;
    }

    private Map<String, @Nullable Object> object(int depth) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 6); i > 0; i--) {
            object.put(random.nextInt(4) == 0 ? "beginning" + text() : text(), tree(depth + 1));
        }
        return object;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(4) == 0 ? 40 : 5); i > 0; i--) {
            if (random.nextInt(20) == 0) {
                text.appendCodePoint(0x1f600 + random.nextInt(50));
            } else {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
        }
        return text.toString();
    }

    private BigDecimal number() {
        BigInteger digits = new BigInteger(random.nextInt(80), new Random(random.nextLong()));
        return new BigDecimal(random.nextBoolean() ? digits : digits.negate(), random.nextInt(20) - 5);
    }

    /** The same document with one of its leaves replaced by another value. */
    @Nullable
    Object withOneLeafChanged(@Nullable Object tree) {
        if (tree instanceof List<?> list) {
            List<@Nullable Object> changed = new ArrayList<>(list);
            if (changed.isEmpty()) {
                changed.add(null);
                return changed;
            }
            changed.replaceAll(new OneOf(changed.size())::change);
            return changed;
        }
        if (tree instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> changed = new LinkedHashMap<>(map);
            if (changed.isEmpty()) {
                changed.put("", null);
                return changed;
            }
            OneOf one = new OneOf(changed.size());
            changed.replaceAll((name, value) -> one.change(value));
            return changed;
        }
        return changedLeaf(tree);
    }

    private @Nullable Object changedLeaf(@Nullable Object leaf) {
        if (leaf == null) {
            return false;
        }
        if (leaf instanceof Boolean truth) {
            return !truth;
        }
        if (leaf instanceof BigDecimal number) {
            return number.add(number.ulp());
        }
        String text = (String) leaf;
        int at = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1));
        return text.substring(0, at) + "+" + text.substring(at);
    }

    /** Changes the one at a random place, of so many that pass by. */
    private final class OneOf {
        private int left;

        OneOf(int count) {
            left = random.nextInt(count);
        }

        @Nullable
        Object change(@Nullable Object value) {
            return left-- == 0 ? withOneLeafChanged(value) : value;
        }
    }

    /** One of the ways to write a document down. */
    String spelled(@Nullable Object tree) {
        StringBuilder out = new StringBuilder();
        spell(tree, out);
        return out.toString();
    }

    private void spell(@Nullable Object tree, StringBuilder out) {
        space(out);
        if (tree instanceof Map<?, ?> map) {
            spellObject(map, out);
        } else if (tree instanceof List<?> list) {
            out.append('[');
            String separator = "";
            for (Object element : list) {
                out.append(separator);
                spell(element, out);
                separator = ",";
            }
            space(out);
            out.append(']');
        } else if (tree instanceof String text) {
            spellText(text, out);
        } else if (tree instanceof BigDecimal number) {
            spellNumber(number, out);
        } else {
            out.append(tree);
        }
        space(out);
    }

    private void spellObject(Map<?, ?> map, StringBuilder out) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        Collections.shuffle(entries, new Random(random.nextLong()));
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : entries) {
            out.append(separator);
            spell(entry.getKey(), out);
            out.append(':');
            spell(entry.getValue(), out);
            separator = ",";
        }
        space(out);
        out.append('}');
    }

    private void space(StringBuilder out) {
        if (random.nextInt(4) == 0) {
            out.append(List.of(" ", "\n", "\r\n", "\t", "        ").get(random.nextInt(5)));
        }
    }

    private void spellText(String text, StringBuilder out) {
        out.append('"');
        text.codePoints().forEach(codePoint -> spellCharacter(codePoint, out));
        out.append('"');
    }

    private void spellCharacter(int codePoint, StringBuilder out) {
        int letter = "\b\t\n\f\r\"\\/".indexOf(codePoint);
        if (letter >= 0 && random.nextInt(3) > 0) {
            out.append('\\').append("btnfr\"\\/".charAt(letter));
        } else if (codePoint < ' ' || codePoint == '"' || codePoint == '\\' || random.nextInt(6) == 0) {
            for (char unit : Character.toChars(codePoint)) {
                out.append((random.nextBoolean() ? "\\u%04x" : "\\u%04X").formatted((int) unit));
            }
        } else {
            out.appendCodePoint(codePoint);
        }
    }

    /** With another exponent than it has, and zeros that it does not need. */
    private void spellNumber(BigDecimal number, StringBuilder out) {
        if (random.nextInt(3) == 0) {
            out.append(number.toPlainString());
            return;
        }
        int shift = random.nextInt(30) - 15;
        BigDecimal shifted = number.movePointLeft(shift);
        String plain = shifted.setScale(Math.max(0, shifted.scale()) + random.nextInt(3))
                .toPlainString();
        String sign = shift < 0 ? "-" : random.nextBoolean() ? "+" : "";
        out.append(plain).append(random.nextBoolean() ? 'e' : 'E').append(sign);
        out.append("0".repeat(random.nextInt(2))).append(Math.abs(shift));
    }
}
