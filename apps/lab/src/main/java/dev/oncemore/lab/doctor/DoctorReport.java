package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.rule.DoctorFinding;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a review.
 *
 * @param policies the policies, with the answers to the fifteen questions
 * @param amplification what the call graph makes of one request; empty without a graph
 * @param findings what is questionable, in the order of the files
 * @param problems what could not be read, with file, line and reason
 * @param notRead what was left out by design, such as jars inside jars, with what to do about it
 * @param classes how many class files were read
 */
public record DoctorReport(
        List<Policy> policies,
        List<String> amplification,
        List<DoctorFinding> findings,
        List<String> problems,
        List<String> notRead,
        int classes) {

    /** Copies the lists. */
    public DoctorReport {
        policies = List.copyOf(policies);
        amplification = List.copyOf(amplification);
        findings = List.copyOf(findings);
        problems = List.copyOf(problems);
        notRead = List.copyOf(notRead);
    }

    /** An answer of a review. */
    public enum Verdict {
        /** It is so. */
        YES,
        /** It is not. */
        NO,
        /** The files do not tell. */
        ASK
    }

    /**
     * The answer to one of the fifteen questions.
     *
     * @param number 1 to 15
     * @param question the question
     * @param verdict the answer
     * @param why what it is based on
     * @param fix what to do if it is not yes
     */
    public record Answer(int number, String question, Verdict verdict, String why, String fix) {}

    /**
     * A policy of a file.
     *
     * @param name its name in the file
     * @param kind whose it is: {@code Oncemore}, {@code Resilience4j}, …
     * @param answers the answers to the fifteen questions, in their order
     */
    public record Policy(String name, String kind, String file, int line, List<Answer> answers) {

        /** Copies the list. */
        public Policy {
            answers = List.copyOf(answers);
        }

        /** How many answers are of this kind. */
        public long count(Verdict verdict) {
            return answers.stream()
                    .filter(answer -> answer.verdict() == verdict)
                    .count();
        }
    }

    /** 2 if something could not be read, 1 if something was found, else 0. */
    public int exitCode() {
        if (!problems.isEmpty()) {
            return 2;
        }
        return findings.isEmpty() ? 0 : 1;
    }

    /** The findings about a policy. */
    List<DoctorFinding> findingsOf(Policy policy) {
        List<DoctorFinding> own = new ArrayList<>();
        for (DoctorFinding finding : findings) {
            if (finding.file().equals(policy.file()) && finding.subject().equals(policy.name())) {
                own.add(finding);
            }
        }
        return own;
    }
}
