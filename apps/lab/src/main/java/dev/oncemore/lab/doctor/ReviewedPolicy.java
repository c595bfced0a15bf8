package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.DoctorReport.Answer;
import dev.oncemore.lab.doctor.DoctorReport.Verdict;
import dev.oncemore.lab.doctor.code.CodeReview;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A policy while it is reviewed: its numbers, what was found, and the answers that its settings give. */
final class ReviewedPolicy {

    /**
     * The numbers of a policy, whichever library has it.
     *
     * @param attempts at most, with the first
     * @param delays all delays together, at their longest
     * @param hedges whether slow attempts are doubled
     * @param retriesNested whether it retries inside the retries of a caller, too
     */
    record Numbers(
            int attempts,
            @Nullable Duration attemptTimeout,
            @Nullable Duration deadline,
            Duration delays,
            boolean hedges,
            boolean retriesNested) {

        /** How long after its start a call may send its last attempt; empty if nothing limits an attempt. */
        Optional<Duration> horizon() {
            if (deadline != null) {
                return Optional.of(deadline);
            }
            return Optional.ofNullable(attemptTimeout)
                    .map(timeout -> timeout.multipliedBy(attempts).plus(delays));
        }
    }

    final String name;
    final String kind;
    final String file;
    final int line;
    final Numbers numbers;
    private final List<DoctorFinding> findings = new ArrayList<>();
    private final Map<ReviewQuestion, Answer> answers = new EnumMap<>(ReviewQuestion.class);

    ReviewedPolicy(String name, String kind, String file, int line, Numbers numbers) {
        this.name = name;
        this.kind = kind;
        this.file = file;
        this.line = line;
        this.numbers = numbers;
    }

    void find(RetryRule rule, int atLine, String message) {
        findings.add(new DoctorFinding(rule, file, atLine, name, message));
    }

    /** The settings answer a question with yes. */
    void yes(ReviewQuestion question, String why) {
        answers.put(question, new Answer(question.number(), question.text(), Verdict.YES, why, ""));
    }

    /** The settings leave a question to a person. */
    void ask(ReviewQuestion question, String why) {
        answers.put(question, new Answer(question.number(), question.text(), Verdict.ASK, why, question.fix()));
    }

    List<DoctorFinding> findings() {
        return findings;
    }

    /** All fifteen answers: no if something was found, else what the settings say, else what the code shows. */
    DoctorReport.Policy report(CodeReview.Evidence code, List<DoctorFinding> accepted) {
        List<Answer> all = new ArrayList<>();
        for (ReviewQuestion question : ReviewQuestion.values()) {
            Optional<DoctorFinding> against = findings.stream()
                    .filter(finding -> !accepted.contains(finding) && answers(finding.rule(), question))
                    .findFirst();
            all.add(against.map(finding -> new Answer(
                            question.number(),
                            question.text(),
                            Verdict.NO,
                            finding.message(),
                            finding.rule().fix()))
                    .orElseGet(() -> answers.computeIfAbsent(
                            question, open -> accepted(open, accepted).orElseGet(() -> fromCode(open, code)))));
        }
        return new DoctorReport.Policy(name, kind, file, line, all);
    }

    /** An accepted finding is neither yes nor no: a person has decided, and can be asked why. */
    private Optional<Answer> accepted(ReviewQuestion question, List<DoctorFinding> accepted) {
        return findings.stream()
                .filter(finding -> accepted.contains(finding) && answers(finding.rule(), question))
                .findFirst()
                .map(finding -> new Answer(
                        question.number(),
                        question.text(),
                        Verdict.ASK,
                        "accepted (" + finding.rule().code() + "): " + finding.message(),
                        finding.rule().fix()));
    }

    private static boolean answers(RetryRule rule, ReviewQuestion question) {
        return rule.question() == question.number()
                || (rule == RetryRule.RETRIES_EVERYTHING && question == ReviewQuestion.OTHERS_NOT_REPEATED);
    }

    private static Answer fromCode(ReviewQuestion question, CodeReview.Evidence code) {
        String why = switch (question) {
            case KEY_SCOPE, PAYLOAD, REPLAY, IN_PROGRESS -> code.keys() ? "effects run under Once" : "";
            case ATOMIC -> code.atomic() ? "effects join the transaction (TransactionalOnce)" : "";
            case VISIBLE -> code.observed() ? "attempts are reported to telemetry" : "";
            case ALERT -> code.alerts() ? "alerts are sent" : "";
            default -> "";
        };
        return why.isEmpty()
                ? new Answer(question.number(), question.text(), Verdict.ASK, question.ask(), question.fix())
                : new Answer(question.number(), question.text(), Verdict.YES, why, "");
    }
}
