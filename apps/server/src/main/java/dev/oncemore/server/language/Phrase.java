package dev.oncemore.server.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the phrasebook: the words of a sentence with places between them.
 *
 * @param key the key of the message that says it in each language
 * @param words what stands before, between and behind the places: one more than there are places
 * @param places which argument of the message each place is
 * @param kinds what may stand at each place
 */
record Phrase(String key, List<String> words, List<Integer> places, List<String> kinds) {
    private static final Pattern PLACE = Pattern.compile("\\{(\\d)(?::(\\w+))?\\}");
    private static final String NUMBER = "n";

    static Phrase parse(String line) {
        int equals = line.indexOf(" = ");
        String text = line.substring(equals + 3);
        List<String> words = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int at = 0;
        while (place.find()) {
            words.add(text.substring(at, place.start()));
            places.add(Integer.parseInt(place.group(1)));
            kinds.add(place.group(2) == null ? "" : place.group(2));
            at = place.end();
        }
        words.add(text.substring(at));
        return new Phrase(line.substring(0, equals), words, places, kinds);
    }

    /**
     * The values at the places, or null when the sentence is another one. It looks for the words one after another and never
     * backtracks, because people type the values: a regular expression would try every way to divide them.
     */
    @Nullable
    List<String> match(String sentence) {
        String first = words.get(0);
        String last = words.get(words.size() - 1);
        if (places.isEmpty()) {
            return sentence.equals(first) ? List.of() : null;
        }
        int end = sentence.length() - last.length();
        if (!sentence.startsWith(first) || !sentence.endsWith(last) || end <= first.length()) {
            return null;
        }
        List<String> found = new ArrayList<>();
        int from = first.length();
        for (int i = 0; i < places.size(); i++) {
            boolean isLast = i == places.size() - 1;
            int to = isLast ? end : sentence.indexOf(words.get(i + 1), from + 1);
            if (to <= from || to > end) {
                return null;
            }
            String value = sentence.substring(from, to);
            if (kinds.get(i).equals(NUMBER) && !isNumber(value)) {
                return null;
            }
            found.add(value);
            from = to + words.get(i + 1).length();
        }
        return found;
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
