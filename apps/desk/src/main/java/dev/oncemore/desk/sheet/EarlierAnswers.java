package dev.oncemore.desk.sheet;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The answers of a sheet that is read again. An answer holds for the question that a person saw: not for another worksheet, nor for
 * other rows or values.
 *
 * @param sheet the sheet as it was read before
 * @param questions what was asked then
 * @param given what is answered anew
 */
record EarlierAnswers(Sheet sheet, List<Question> questions, Set<Question.Code> given) {

    /** The questions whose earlier answers do not hold for this reading. */
    Set<Question.Code> outdated(Reading now, List<Question> asked) {
        boolean isOtherWorksheet = !now.sheet().equals(sheet.reading().sheet());
        Set<Question.Code> outdated = EnumSet.noneOf(Question.Code.class);
        for (Question.Code code : now.answers().keySet()) {
            boolean isSame = !isOtherWorksheet && of(code, asked).equals(of(code, questions));
            if (!given.contains(code) && !isSame) {
                outdated.add(code);
            }
        }
        return outdated;
    }

    private static Optional<Question> of(Question.Code code, List<Question> among) {
        return among.stream().filter(question -> question.code() == code).findFirst();
    }
}
