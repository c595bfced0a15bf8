package dev.oncemore.desk.sheet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something in a sheet that is valid, but may not be meant; a person answers before the sheet is sent.
 *
 * @param code what it asks
 * @param rows the first rows that it is about; none if it is about the whole sheet
 * @param count how many rows it is about
 * @param facts the values that it names
 */
public record Question(Code code, List<Integer> rows, int count, Map<String, String> facts) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int ROWS_MAX = 20;

    /** Copies the collections. */
    public Question {
        rows = List.copyOf(rows);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    static Question about(Code code, List<Integer> rows, Map<String, String> facts) {
        return new Question(code, rows.subList(0, Math.min(ROWS_MAX, rows.size())), rows.size(), facts);
    }

    /** The questions, each with the answers that it can have; the first is the usual one. */
    public enum Code {
        /** A tax below 1 without a percent sign: 0.1 is 10 % in most sheets that have it. */
        TAX("percent", "as-is"),
        /** Rows that are hidden or filtered away in the file. */
        HIDDEN("leave-out", "send"),
        /** Numbers of documents that are sent in another form than they were typed. */
        NUMBERS("yes"),
        /** Numbers that look alike and are taken for different documents. */
        ALIKE("yes"),
        /** A total far from that of other sheets. */
        TOTAL("yes"),
        /** The same file was sent before. Sending it again creates nothing twice, so it needs no answer. */
        SAME_FILE("yes");

        private final String choices;

        Code(String... choices) {
            this.choices = String.join(" ", choices);
        }

        /** As forms and programs write it. */
        public String word() {
            return Choices.word(this);
        }

        /** The possible answers; the first is the usual one. */
        public List<String> choices() {
            return List.of(choices.split(" ", -1));
        }

        /** Whether nothing is sent without an answer. */
        public boolean isRequired() {
            return this != SAME_FILE;
        }
    }

    /**
     * Reads answers such as {@code tax=percent, hidden=send}.
     *
     * @throws IllegalArgumentException when one is unknown; the message names those that are
     */
    public static Map<Code, String> answers(String text) {
        Map<Code, String> answers = new LinkedHashMap<>();
        for (String part : text.strip().split("[,\\s]+", -1)) {
            if (!part.isEmpty()) {
                int sign = part.indexOf('=');
                if (sign < 1) {
                    throw new IllegalArgumentException(
                            "the answer is '" + part + "', but a question and its answer are expected: tax=percent");
                }
                Code code = Choices.parse("question", Code.values(), part.substring(0, sign));
                answers.put(code, requireChoice(code, part.substring(sign + 1)));
            }
        }
        return answers;
    }

    static String requireChoice(Code code, String answer) {
        if (!code.choices().contains(answer)) {
            throw new IllegalArgumentException("the answer to " + code.word() + " is '" + answer + "', but must be "
                    + String.join(" or ", code.choices()));
        }
        return answer;
    }

    /** The question in English, for people. */
    public String words() {
        return switch (code) {
            case TAX -> place() + " has the tax '" + fact("value") + "'. Does it mean " + fact("percent") + " %?";
            case HIDDEN -> place() + " is hidden or filtered away in the file. Leave hidden rows out?";
            case NUMBERS ->
                place() + " has the number '" + fact("value") + "', which is sent as '" + fact("sent")
                        + "'. Is that right?";
            case ALIKE ->
                place() + " has the number '" + fact("value") + "', which looks like '" + fact("other")
                        + "'. Are these two documents?";
            case TOTAL ->
                "The total is " + fact("total") + ", but usually about " + fact("usual")
                        + " (the median of the last three months). Is that right?";
            case SAME_FILE ->
                "This file was sent on " + fact("day") + " by " + fact("who") + ": " + fact("created") + " of "
                        + fact("rows") + " rows created. Sending it again creates nothing twice.";
        };
    }

    private String fact(String name) {
        return facts.getOrDefault(name, "");
    }

    private String place() {
        return rows.isEmpty() ? "" : "Row " + rows.get(0) + (count == 1 ? "" : " (and " + (count - 1) + " more)");
    }

    /** Whether it still needs an answer. */
    public boolean isOpen(Reading reading) {
        return code.isRequired() && !reading.answers().containsKey(code);
    }

    static String written(List<Question> questions) {
        ArrayNode list = JSON.createArrayNode();
        for (Question question : questions) {
            ObjectNode one =
                    list.addObject().put("code", question.code().word()).put("count", question.count());
            question.rows().forEach(one.putArray("rows")::add);
            question.facts().forEach(one.putObject("facts")::put);
        }
        return list.toString();
    }

    static List<Question> read(String written) {
        List<Question> questions = new ArrayList<>();
        for (JsonNode node : JSON.readTree(written)) {
            List<Integer> rows = new ArrayList<>();
            node.path("rows").forEach(row -> rows.add(row.asInt()));
            Map<String, String> facts = new LinkedHashMap<>();
            node.path("facts")
                    .properties()
                    .forEach(fact -> facts.put(fact.getKey(), fact.getValue().asString("")));
            Code code =
                    Choices.parse("question", Code.values(), node.path("code").asString(""));
            questions.add(new Question(code, rows, node.path("count").asInt(), facts));
        }
        return questions;
    }
}
