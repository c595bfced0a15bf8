package dev.oncemore.server.console;

import dev.oncemore.desk.sheet.Question;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.server.language.Messages;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** A question about a sheet, in the language of the person who answers it. */
public final class QuestionView {
    private final Question question;
    private final Reading reading;
    private final Messages messages;

    QuestionView(Question question, Reading reading, Messages messages) {
        this.question = question;
        this.reading = reading;
        this.messages = messages;
    }

    /** A fingerprint of these questions, so that an answer applies to those that the person saw. */
    static String seen(List<Question> questions) {
        String words = questions.stream().map(Question::words).collect(Collectors.joining("\n"));
        return Integer.toHexString(words.hashCode());
    }

    /** The name of its field. */
    public String field() {
        return question.code().word();
    }

    /** What it asks. */
    public String text() {
        return switch (question.code()) {
            case TAX -> messages.text("question.tax", place(), fact("value"), number(fact("percent")));
            case HIDDEN -> messages.text("question.hidden", place());
            case NUMBERS -> messages.text("question.numbers", place(), fact("value"), fact("sent"));
            case ALIKE -> messages.text("question.alike", place(), fact("value"), fact("other"));
            case TOTAL -> messages.text("question.total", amount("total"), amount("usual"));
            case SAME_FILE ->
                messages.text("question.samefile", fact("day"), fact("who"), fact("created"), fact("rows"));
        };
    }

    /** The possible answers; none if it only tells something. */
    public List<String> choices() {
        return question.code().isRequired() ? question.code().choices() : List.of();
    }

    /** Whether this answer was given. */
    public boolean isAnswer(String choice) {
        return choice.equals(reading.answers().get(question.code()));
    }

    /** An answer as the person reads it. */
    public String label(String choice) {
        return switch (choice) {
            case "percent" -> messages.text("answer.percent", number(fact("percent")));
            case "as-is" -> messages.text("answer.asis", number(fact("value")));
            case "leave-out" -> messages.text("answer.leaveout");
            case "send" -> messages.text("answer.send");
            default -> messages.text("answer.yes");
        };
    }

    private String place() {
        int first = question.rows().isEmpty() ? 0 : question.rows().get(0);
        return question.count() == 1
                ? messages.text("said.rows.one", first)
                : messages.text("said.rows.more", first, question.count() - 1);
    }

    /** An amount as the person writes it: "1,200.50" would be misread where a comma is the decimal sign. */
    private String amount(String name) {
        return messages.amount(new BigDecimal(fact(name).replace(",", "")));
    }

    /** A number in the format of the reader's language; other text stays as it is. */
    private String number(String text) {
        try {
            return messages.number(new BigDecimal(text.replace(',', '.')));
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private String fact(String name) {
        return question.facts().getOrDefault(name, "");
    }
}
