package dev.oncemore.server.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** All languages say the same. */
class MessagesTest {
    private static final Path SOURCES = Path.of(System.getProperty("basedir", "."), "src/main");
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\d)}");
    private static final Pattern USED =
            Pattern.compile("(?:text|count|translated)\\(\\s*(?:context,\\s*)?\"([a-z0-9_.]+)\"[,)]");

    private static Set<String> parameters(String text) {
        return PARAMETER.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyLanguageHasEveryKeyWithTheSameParameters() {
        Messages english = Messages.in(Language.ENGLISH);
        for (Language language : Language.values()) {
            Messages messages = Messages.in(language);
            assertThat(messages.texts().keySet())
                    .as(language.tag())
                    .isEqualTo(english.texts().keySet());
            messages.texts().forEach((key, text) -> {
                assertThat(text).as(key).isNotBlank();
                assertThat(parameters(text)).as(key + " in " + language.tag()).isEqualTo(parameters(english.text(key)));
            });
        }
    }

    @Test
    void everyPhraseOfTheDeskHasAMessage_withNoMoreParametersThanThePhrase() {
        Messages english = Messages.in(Language.ENGLISH);
        for (Phrase phrase : Phrasebook.phrases()) {
            assertThat(english.has(phrase.key())).as(phrase.key()).isTrue();
            assertThat(parameters(english.text(phrase.key())))
                    .as(phrase.key())
                    .allMatch(parameter -> phrase.places().contains(parameter.charAt(1) - '0'));
        }
    }

    @Test
    void everyKeyThatIsUsedExists() throws Exception {
        Messages english = Messages.in(Language.ENGLISH);
        List<String> missing = new ArrayList<>();
        int used = 0;
        for (String root : List.of("jte", "java/dev/oncemore/server/console")) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(root))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    for (MatchResult found :
                            USED.matcher(Files.readString(file)).results().toList()) {
                        String key = found.group(1);
                        used++;
                        if (key.contains(".") && !english.has(key) && !english.has(key + ".more")) {
                            missing.add(file.getFileName() + ": " + key);
                        }
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(used).isGreaterThan(150);
    }

    @Test
    void numbersAreWrittenAsPeopleWriteThem() {
        assertThat(Messages.in(Language.ENGLISH).count("sheet.created", 4_996)).isEqualTo("4,996 created");
        assertThat(Messages.in(Language.GERMAN).count("sheet.need", 1)).isEqualTo("1 zu klären");
        assertThat(Messages.in(Language.GERMAN).amount(new BigDecimal("1204500.5")))
                .isEqualTo("1.204.500,50");
        assertThat(Messages.in(Language.JAPANESE).amount(new BigDecimal("1204500.00")))
                .isEqualTo("1,204,500");
        assertThatThrownBy(() -> Messages.in(Language.ENGLISH).text("no.such.key"))
                .hasMessageContaining("no.such.key");
    }

    @Test
    void theBrowserChoosesTheLanguage() {
        assertThat(Language.asked(null)).isEqualTo(Language.ENGLISH);
        assertThat(Language.asked("ja-JP,ja;q=0.9,en;q=0.8")).isEqualTo(Language.JAPANESE);
        assertThat(Language.asked("de-CH")).isEqualTo(Language.GERMAN);
        assertThat(Language.asked("fr-FR,fr;q=0.9")).isEqualTo(Language.ENGLISH);
        assertThat(Language.asked("fr;q=0.9,de;q=0.5")).isEqualTo(Language.GERMAN);
        assertThat(Language.asked(";;;q=x")).isEqualTo(Language.ENGLISH);
    }

    @Test
    void whatTheDeskSaysIsSaidInEachLanguage() {
        String problem = "row 3, unit_price: 'abc', expected an amount such as 1200 or -50.25";
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), problem).text())
                .isEqualTo("Row 3, Unit price: “abc”. Please write an amount such as 1200 or -50.25.");
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), problem).text())
                .isEqualTo("Zeile 3, Einzelpreis: „abc“. Bitte eintragen: ein Betrag wie 1200 oder -50.25.");
        assertThat(Phrasebook.say(Messages.in(Language.JAPANESE), problem).text())
                .isEqualTo("3行目「単価」の値は「abc」です。1200 や -50.25 のような金額を入力してください。");
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), problem.replace("-50.25", "-50,25"))
                        .text())
                .as("in a sheet with decimal commas")
                .isEqualTo("Zeile 3, Einzelpreis: „abc“. Bitte eintragen: ein Betrag wie 1200 oder -50,25.");
        String tax = "row 5 (and 2 more) has a tax below 1 %: '0.1'; if you mean 10 %, write 10";
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), tax).text())
                .isEqualTo(
                        "Zeile 5 (und 2 weitere) hat eine Steuer unter 1 %: „0.1“. Meinen Sie 10 %, schreiben Sie 10.");
    }

    @Test
    void aRowThatIsOnlyAskedForSaysThatNobodyNeedsToAct() {
        String asking = "no clear answer to the last attempt (HTTP 504); the desk keeps asking for it, for up to a day";
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), asking))
                .isEqualTo(new Phrasebook.Said(
                        "The accounting system has not said clearly whether it was created. The desk keeps asking,"
                                + " for up to a day; there is nothing for you to do.",
                        "HTTP 504"));
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), asking).text())
                .contains("bis zu einen Tag lang", "Sie müssen nichts tun");
        assertThat(Phrasebook.say(Messages.in(Language.JAPANESE), asking).text())
                .contains("最長1日", "操作は不要です");
        String inVain = "asked for it 29 times in a day, and nobody knows whether it was created (HTTP 503);"
                + " resend it, which asks for its number first";
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), inVain).text())
                .isEqualTo("Innerhalb eines Tages wurde 29-mal nachgefragt, und das Buchhaltungssystem hat nie gesagt,"
                        + " ob der Beleg erstellt wurde. Senden Sie erneut: Zuerst wird nachgesehen, ob es den Beleg"
                        + " gibt.");
        String withdrawn = "withdrawn by mika; nobody knows whether it was created;"
                + " the desk keeps asking for it, for up to a day";
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), withdrawn).text())
                .isEqualTo("mika withdrew it, but nobody knows whether it was created. The desk keeps asking,"
                        + " for up to a day; there is nothing for you to do.");
        assertThat(Phrasebook.say(
                                Messages.in(Language.GERMAN),
                                "row 3, tax_rate: '0.1', expected a tax with its sign: 10% or 0.1%")
                        .text())
                .isEqualTo("Zeile 3, Steuersatz: „0.1“. Bitte eintragen: 10% oder 0.1%, denn es könnte beides heißen.");
    }

    @Test
    void whatProgramsSayIsFoldedAway() {
        String lost = "gave up after 6 attempts, nothing was created: java.io.IOException: reset";
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), lost))
                .isEqualTo(new Phrasebook.Said(
                        "Gave up after 6 attempts; nothing was created. Resend it later.",
                        "java.io.IOException: reset"));
        assertThat(Phrasebook.say(Messages.in(Language.GERMAN), "something new"))
                .isEqualTo(new Phrasebook.Said(
                        "Das hat nicht geklappt. Näheres steht in den Einzelheiten.", "something new"));
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), "something new")
                        .text())
                .isEqualTo("Something new.");
        assertThat(Phrasebook.say(Messages.in(Language.ENGLISH), "java.lang.NullPointerException")
                        .text())
                .isEqualTo("This did not work.");
    }
}
