package dev.oncemore.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> instants(String expression, ZoneId zone, String after, int count) {
        Timetable cron = Cron.parse(expression, zone);
        List<String> instants = new ArrayList<>();
        Instant instant = Instant.parse(after);
        for (int i = 0; i < count; i++) {
            instant = cron.next(instant);
            instants.add(instant.toString());
        }
        return instants;
    }

    @ParameterizedTest
    @CsvSource({
        "* * * * *,             2026-01-31T23:59:30Z, 2026-02-01T00:00:00Z",
        "0 3 1 * *,             2026-01-01T03:00:00Z, 2026-02-01T03:00:00Z",
        "0 3 1 * *,             2026-01-01T02:59:59Z, 2026-01-01T03:00:00Z",
        "*/15 9-17 * * MON-FRI, 2026-01-02T17:45:00Z, 2026-01-05T09:00:00Z",
        "5/20 * * * *,          2026-01-01T00:25:00Z, 2026-01-01T00:45:00Z",
        "10-30/10 0 * * *,      2026-01-01T00:30:00Z, 2026-01-02T00:10:00Z",
        "0 0 L * *,             2024-02-01T00:00:00Z, 2024-02-29T00:00:00Z",
        "0 0 L * *,             2026-02-01T00:00:00Z, 2026-02-28T00:00:00Z",
        "0 0 * * 7,             2026-01-01T00:00:00Z, 2026-01-04T00:00:00Z",
        "0 0 * * sun,           2026-01-01T00:00:00Z, 2026-01-04T00:00:00Z",
        "0 0 * * 5-7,           2026-01-03T00:00:00Z, 2026-01-04T00:00:00Z",
        "0 0 1 jan *,           2026-01-01T00:00:00Z, 2027-01-01T00:00:00Z",
        "0 0 29 2 *,            2026-01-01T00:00:00Z, 2028-02-29T00:00:00Z",
        "0 0 29 FEB *,          2096-03-01T00:00:00Z, 2104-02-29T00:00:00Z",
        "30 0 0 * * *,          2026-01-01T00:00:00Z, 2026-01-01T00:00:30Z",
        "@daily,                2026-01-01T00:00:00Z, 2026-01-02T00:00:00Z",
        "@Hourly,               2026-01-01T00:00:00.5Z, 2026-01-01T01:00:00Z",
        "@weekly,               2026-01-01T00:00:00Z, 2026-01-04T00:00:00Z",
        "@monthly,              2026-01-01T00:00:00Z, 2026-02-01T00:00:00Z",
        "@yearly,               2026-01-01T00:00:00Z, 2027-01-01T00:00:00Z",
    })
    void theNextInstant(String expression, Instant after, Instant next) {
        assertThat(Cron.parse(expression, ZoneOffset.UTC).next(after)).isEqualTo(next);
    }

    @Test
    void listsMayBeOfAnything() {
        assertThat(instants("0,30 8,20 1,L * *", ZoneOffset.UTC, "2026-01-01T20:00:00Z", 3))
                .containsExactly("2026-01-01T20:30:00Z", "2026-01-31T08:00:00Z", "2026-01-31T08:30:00Z");
    }

    @Test
    void whereBothDaysAreRestricted_eitherIsEnough_ifItSaysSo() {
        assertThat(instants("0 0 13 * FRI either", ZoneOffset.UTC, "2026-01-01T00:00:00Z", 4))
                .containsExactly(
                        "2026-01-02T00:00:00Z", "2026-01-09T00:00:00Z", "2026-01-13T00:00:00Z", "2026-01-16T00:00:00Z");
    }

    @Test
    void whereBothDaysAreRestricted_bothMustMatch_ifItSaysSo() {
        assertThat(instants("0 0 0 13 * FRI BOTH", ZoneOffset.UTC, "2026-01-01T00:00:00Z", 3))
                .containsExactly("2026-02-13T00:00:00Z", "2026-03-13T00:00:00Z", "2026-11-13T00:00:00Z");
    }

    @Test
    void theChoiceOfDaysIsPartOfWhatIsWritten() {
        Cron cron = Cron.parse("0 0 13 * FRI both", ZoneOffset.UTC);

        assertThat(Timetable.read(cron.written()).next(Instant.parse("2026-01-01T00:00:00Z")))
                .isEqualTo("2026-02-13T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0 13 * FRI      | it restricts the day of month and the day of week: Unix cron fires when either matches,",
                "0 0 */2 * FRI     | Spring's when both do; add 'either' or 'both' at the end",
                "0 0 13 * * both   | is for expressions that restrict the day of month and the day of week",
                "@daily either     | is for expressions that restrict",
                "0 0 13 FRI both   | it has 4 fields",
                "0 0 31 2 MON both | it never fires",
                "0 0 31 2 *        | it never fires: no month it names has such a day",
                "0 0 31 4,6,9,11 * | it never fires",
                "0 0 30 FEB *      | it never fires",
                "* * * *           | it has 4 fields, but needs 5, or 6 with seconds; or one of @annually, @daily",
                "@never            | it has 1 fields",
                "60 * * * *        | minute '60': it must be between 0 and 59",
                "* 24 * * *        | hour '24': it must be between 0 and 23",
                "* * 0 * *         | day of month '0': it must be between 1 and 31",
                "* * * 13 *        | month '13': it must be between 1 and 12",
                "* * * * 8         | day of week '8': it must be between 0 and 7",
                "* * * * FRI-MON   | day of week 'FRI-MON': a range must rise",
                "*/0 * * * *       | minute '*/0': a step must be at least 1",
                "*/5/5 * * * *     | minute '*/5/5': it has more than one step",
                "1-2-3 * * * *     | minute '1-2-3': a range has two ends",
                "a * * * *         | minute 'a': 'a' is no number",
                "* * * FOO *       | month 'FOO': 'FOO' is no number or name",
                "1,,2 * * * *      | minute '': '' is no number",
                "* * * * L         | day of week 'L': 'L' is no number or name",
                "-1 * * * *        | minute '-1': '' is no number",
                "99999999999 * * * * | is no number",
                "0 0 3 ? * MON     | day of month '?': '?' is no number; write * instead",
            })
    void whatCannotFireOrBeReadIsRefused_withTheReason(String expression, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cron.parse(expression, ZoneOffset.UTC))
                .withMessageStartingWith("cron '" + expression + "' is refused: ")
                .withMessageContaining(why);
    }

    @Test
    void inAGapItFiresAtTheFirstInstantAfter_once() {
        // On 2026-03-29 at 02:00 the clocks in Berlin went to 03:00, which was 01:00Z.
        assertThat(instants("30 2 * * *", BERLIN, "2026-03-28T00:00:00Z", 3))
                .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(instants("*/15 2 * * *", BERLIN, "2026-03-28T23:00:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
        assertThat(instants("0 2,3 * * *", BERLIN, "2026-03-28T23:00:00Z", 2))
                .as("02:00 that is left out, and 03:00, are one instant")
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
    }

    @Test
    void inAnOverlapItFiresTheFirstTime_once() {
        // On 2026-10-25 at 03:00 the clocks in Berlin went to 02:00, which was 01:00Z.
        assertThat(instants("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(instants("*/30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 3))
                .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:00:00Z");
        assertThat(instants("30 2 * * *", BERLIN, "2026-10-25T01:10:00Z", 1))
                .as("asked in the hour that comes twice, the second time")
                .containsExactly("2026-10-26T01:30:00Z");
    }

    @Test
    void oneForEveryHourGoesOnInRealTime() {
        assertThat(instants("*/30 * * * *", BERLIN, "2026-03-29T00:00:00Z", 4))
                .containsExactly(
                        "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T01:30:00Z", "2026-03-29T02:00:00Z");
        assertThat(instants("0 * * * *", BERLIN, "2026-10-24T23:30:00Z", 3))
                .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z");
        assertThat(instants("59 * * * * *", BERLIN, "2026-10-25T00:59:00Z", 2))
                .containsExactly("2026-10-25T00:59:59Z", "2026-10-25T01:00:59Z");
    }

    @Test
    void midnightThatIsLeftOutIsNotLost() {
        // In 2018 the clocks in Sao Paulo went from midnight of 4 November to 01:00.
        assertThat(instants("0 0 * * *", ZoneId.of("America/Sao_Paulo"), "2018-11-03T12:00:00Z", 2))
                .containsExactly("2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z");
    }

    @Test
    void aDayThatIsLeftOutFiresWhenTheNextBegins() {
        // Samoa had no 30 December 2011.
        assertThat(instants("0 12 * * *", ZoneId.of("Pacific/Apia"), "2011-12-29T23:00:00Z", 2))
                .containsExactly("2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 3 1 * *",
                "30 2 * * *",
                "*/15 * * * *",
                "0 0 29 2 *",
                "*/20 * 2 * * *",
                "0 0 L * *",
                "0 2,3 * * *"
            })
    void thePreviousOfTheNextIsWhereItCameFrom_acrossAYearWithBothChanges(String expression) {
        Timetable cron = Cron.parse(expression, BERLIN);
        Instant instant = cron.next(Instant.parse("2026-03-27T00:00:00Z"));
        for (int i = 0; i < 500; i++) {
            Instant next = cron.next(instant);
            assertThat(next).isAfter(instant);
            assertThat(cron.previous(next)).isEqualTo(instant);
            assertThat(cron.has(next)).isTrue();
            assertThat(cron.has(next.plusSeconds(7))).isFalse();
            instant = next;
        }
    }

    @Test
    void anIntervalCountsFromTheEpoch() {
        Interval interval = new Interval(Duration.ofMinutes(90));
        assertThat(interval.next(Instant.EPOCH)).isEqualTo("1970-01-01T01:30:00Z");
        assertThat(interval.next(Instant.parse("1970-01-01T02:59:59.9Z"))).isEqualTo("1970-01-01T03:00:00Z");
        assertThat(interval.previous(Instant.parse("1970-01-01T03:00:00Z"))).isEqualTo("1970-01-01T01:30:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Interval(Duration.ofMillis(1_500)))
                .withMessage("an interval must be of whole seconds, from 1 s to 366 d, but is 1.5 s");
    }
}
