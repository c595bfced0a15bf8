package dev.oncemore.lab.doctor.code;

import java.util.ArrayList;
import java.util.List;

/**
 * Work that is repeated after a failure.
 *
 * @param method where the retry is declared
 * @param line its line
 * @param by what repeats it, for people
 * @param calls the calls that are repeated
 * @param posts the POSTs among them
 * @param retries retries by a library among them
 * @param loops loops among them that retry
 * @param unsentOnly whether only failures are retried before which nothing was sent
 */
record RetriedWork(
        MethodFacts method,
        int line,
        String by,
        List<CallSite> calls,
        List<CallSite> posts,
        List<MethodFacts.Run> retries,
        List<RetryLoop> loops,
        boolean unsentOnly) {

    static List<RetriedWork> of(MethodFacts method) {
        List<RetriedWork> all = new ArrayList<>();
        RetryMark mark = method.mark();
        if (mark != null) {
            all.add(new RetriedWork(
                    method,
                    method.line,
                    mark.library(),
                    method.calls,
                    method.posts,
                    method.retries,
                    method.loops,
                    RetryMark.onlyUnsent(mark.failures())));
        }
        for (MethodFacts.Run run : method.retries) {
            if (isRetry(method, run)) {
                all.add(new RetriedWork(
                        method,
                        run.call().line(),
                        run.call().shown(),
                        run.work(),
                        List.of(),
                        List.of(),
                        List.of(),
                        false));
            }
        }
        for (RetryLoop loop : method.loops) {
            all.add(new RetriedWork(
                    method,
                    loop.line(),
                    "the loop",
                    method.callsWhere(loop::contains),
                    method.posts.stream()
                            .filter(post -> loop.contains(post.order()))
                            .toList(),
                    method.retries.stream()
                            .filter(run -> loop.contains(run.call().order()))
                            .toList(),
                    method.loops.stream()
                            .filter(inner ->
                                    !inner.equals(loop) && loop.contains(inner.from()) && inner.to() < loop.to())
                            .toList(),
                    RetryMark.onlyUnsent(loop.failures())));
        }
        return all;
    }

    /** An executor of Failsafe retries only if it was given a policy that does. */
    static boolean isRetry(MethodFacts method, MethodFacts.Run run) {
        return !Library.isFailsafe(run.call().owner()) || method.owner.mentionsFailsafeRetry;
    }
}
