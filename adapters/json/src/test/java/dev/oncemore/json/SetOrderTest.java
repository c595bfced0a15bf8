package dev.oncemore.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SetOrderTest {
    @Test
    void sortsTheElementsOfASet_andPutsNullLast() {
        assertThat(sorted(new LinkedHashSet<>(Arrays.asList("b", null, "a")))).containsExactly("a", "b", null);
    }

    @Test
    void leavesListsAndSortedSetsAlone() {
        List<Integer> list = List.of(2, 1);
        Set<Integer> descending = new TreeSet<>(Comparator.reverseOrder());
        descending.addAll(list);
        Set<TimeUnit> units = EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS);

        assertThat(sorted(list)).isSameAs(list);
        assertThat(sorted(descending)).isSameAs(descending);
        assertThat(sorted(units)).isSameAs(units);
    }

    @Test
    void leavesElementsAlone_whenTheyCannotBeCompared() {
        Set<Object> mixed = new LinkedHashSet<>(List.of("b", 1));
        Set<Object> things = new LinkedHashSet<>(List.of(new Object(), new Object()));

        assertThat(sorted(mixed)).isSameAs(mixed);
        assertThat(sorted(things)).isSameAs(things);
    }

    @SuppressWarnings("unchecked")
    private static Collection<Object> sorted(Collection<?> elements) {
        return (Collection<Object>) SetOrder.sorted(elements);
    }
}
