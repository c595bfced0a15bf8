package dev.oncemore.desk.sheet;

import java.util.ArrayList;
import java.util.List;

/** What was found in a file. */
record Judged(
        SheetFile file,
        CheckResult checked,
        CreatedBefore created,
        List<String> warnings,
        List<Question> questions,
        Total total) {
    static Judged of(SheetFile file, CreatedBefore created) {
        return of(file, CheckResult.of(file.reading(), file.lines()), created);
    }

    static Judged of(SheetFile file, CheckResult checked, CreatedBefore created) {
        return new Judged(
                file,
                checked,
                created,
                Warnings.of(file),
                Questions.of(file),
                checked.total(document -> !created.contains(document)));
    }

    /** The same without questions: rows that a plan made have no uploader to answer them. */
    Judged unasked() {
        return new Judged(file, checked, created, warnings, List.of(), total);
    }

    Judged asking(List<Question> more) {
        List<Question> all = new ArrayList<>(questions);
        all.addAll(more);
        return new Judged(file, checked, created, warnings, all, total);
    }

    SheetRow row(TypedRow line) {
        return created.told(checked.asNew(line));
    }
}
