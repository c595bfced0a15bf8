package dev.oncemore.desk.sheet;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the columns by their headings: as chosen, as the company calls them, by our own words, by usual words. */
final class Headings {
    private final List<String> headings;
    private final Map<Column, Integer> places = new EnumMap<>(Column.class);

    private Headings(List<String> headings) {
        this.headings = headings;
    }

    /**
     * The places of the columns that were found.
     *
     * @param wished headings, or places from 1
     * @param remembered headings that the company had before
     * @param isStrict whether a column that is there twice is refused; otherwise it is left to a person
     */
    static Map<Column, Integer> places(
            List<String> headings, Map<Column, String> wished, Map<Column, String> remembered, boolean isStrict) {
        Headings search = new Headings(headings);
        new TreeMap<>(wished).forEach(search::options);
        new TreeMap<>(remembered).forEach((column, heading) -> search.unless(column, List.of(Column.normal(heading))));
        for (Column column : Column.values()) {
            search.own(column, isStrict);
        }
        for (Column column : Column.values()) {
            search.unless(column, column.otherWords());
        }
        return search.places;
    }

    private void options(Column column, String options) {
        if (options.matches("\\d{1,3}")) {
            int place = Integer.parseInt(options);
            if (place < 1 || place > headings.size()) {
                throw new IllegalArgumentException("the column " + column.word() + " is to be the " + place
                        + "th, but there are " + headings.size() + " columns");
            }
            take(column, place - 1);
            return;
        }
        List<Integer> found = found(List.of(Column.normal(options)));
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    "the heading '" + Preview.shortened(options) + "' for " + column.word() + " is there "
                            + (found.isEmpty() ? "not at all" : "more than once") + "; there are: "
                            + String.join(", ", Preview.shortened(headings)));
        }
        take(column, found.get(0));
    }

    private void take(Column column, int place) {
        if (places.containsValue(place)) {
            throw new IllegalArgumentException(
                    "the column '" + Preview.shortened(headings.get(place)) + "' is chosen twice");
        }
        places.put(column, place);
    }

    private void own(Column column, boolean isStrict) {
        List<Integer> found = found(List.of(column.word()));
        if (isStrict && !places.containsKey(column) && found.size() > 1) {
            throw new IllegalArgumentException(
                    "the column " + column.word() + " is there twice; rename one, or choose which one is meant");
        }
        unless(column, List.of(column.word()));
    }

    /** A heading that occurs twice is not guessed. */
    private void unless(Column column, List<String> words) {
        List<Integer> found = found(words);
        if (!places.containsKey(column) && found.size() == 1 && !places.containsValue(found.get(0))) {
            places.put(column, found.get(0));
        }
    }

    private List<Integer> found(List<String> words) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) {
            if (words.contains(Column.normal(headings.get(i)))) {
                found.add(i);
            }
        }
        return found;
    }
}
