package dev.oncemore.examples.cases;

import dev.oncemore.testkit.net.NetworkFault;
import dev.oncemore.testkit.net.Strike;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The guided walk: one step after the other, each made with the real service, the real client and a network that fails. */
final class Walk {
    /** How many calls the last but one step makes. */
    static final int CALLS = 100;

    private static final String PREFIX = "case_create_";

    private final CaseService service;
    private final CaseClient client;
    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private final List<StepResult> done = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();

    /**
     * A walk that has not begun.
     *
     * @param number makes its keys different from those of other walks
     */
    Walk(CaseService service, int number) {
        this.service = service;
        name = "walk-" + number;
        client = service.client();
        plan();
    }

    private void plan() {
        step(
                "A case is created",
                "The client sends a key with the request: one key for one intent, made before the first attempt.",
                this::create);
        step(
                "The response is lost",
                "The service creates the case, and the network throws its response away. For the client, a lost response"
                        + " looks like a lost request: it does not know whether the case exists.",
                this::loseResponse);
        step(
                "The client tries again with the same key",
                "The service recognises the key, creates nothing, and replays the response of the first attempt: the same"
                        + " status, the same number.",
                this::tryAgain);
        step(
                "The retrying client does that by itself",
                "RetryingHttpClient repeats a request with a key after a lost response, with the same key.",
                this::retry);
        step(
                "The service is too slow",
                "The response is held back until the attempt times out after 2 s. A timeout, too, says nothing about what"
                        + " happened: only the key makes the second attempt safe.",
                this::timeOut);
        step(
                "The same key with another payload",
                "A key stands for one request. The service compares a fingerprint of the payload and refuses:"
                        + " 422 by default, 409 by choice (--mismatch-status 409).",
                this::conflict);
        step(
                "What the counters say",
                "The engines emit events; four counters of this use case, and the standard meters, are made from them. All"
                        + " are at /metrics, in Prometheus' format.",
                this::count);
        step(
                "Does retry pay?",
                CALLS
                        + " calls, of which one in five loses its first request or response. Two questions: does retry raise"
                        + " the success rate, and what latency does it cost? The dashboard keeps the answer.",
                this::measure);
        step(
                "Which failures may be retried?",
                "The failure matrix asks the classifier and the engine of a policy about each failure. Make one for a"
                        + " policy of yours: ./oncemore cases --matrix --policy FILE.yaml#NAME",
                this::matrix);
    }

    private void step(String title, String explanation, Act act) {
        steps.add(new Step(steps.size() + 1 + ". " + title, explanation, act));
    }

    /** What was done so far. */
    synchronized List<StepResult> done() {
        return List.copyOf(done);
    }

    synchronized boolean hasNext() {
        return done.size() < steps.size();
    }

    /** The title of the next step. */
    synchronized String nextTitle() {
        return steps.get(done.size()).title;
    }

    /** Makes the next step. */
    synchronized StepResult next() throws InterruptedException {
        Step step = steps.get(done.size());
        seen.clear();
        boolean isExpected;
        client.lock();
        try {
            isExpected = step.act.run();
        } catch (IOException e) {
            seen.add("This was not planned: " + e.getMessage());
            isExpected = false;
        } finally {
            client.unlock();
        }
        StepResult result = new StepResult(step.title, step.explanation, seen, isExpected);
        done.add(result);
        return result;
    }

    private boolean create() throws IOException, InterruptedException {
        HttpResponse<String> response = client.createOnce(key("a"), "Printer on fire");
        tell("POST /cases, key " + key("a"), response);
        return response.statusCode() == 201;
    }

    private boolean loseResponse() throws IOException, InterruptedException {
        int before = service.created();
        Strike lost = client.plan(NetworkFault.dropReply());
        try {
            tell("a response after all", client.createOnce(key("b"), "Door is stuck"));
            return false;
        } catch (IOException e) {
            lost.await();
            seen.add("POST /cases, key " + key("b") + ": no response");
            seen.add("cases before: " + before + ", cases now: " + service.created());
            return service.created() == before + 1;
        }
    }

    private boolean tryAgain() throws IOException, InterruptedException {
        int before = service.created();
        HttpResponse<String> response = client.createOnce(key("b"), "Door is stuck");
        tell("POST /cases, key " + key("b"), response);
        seen.add("cases before: " + before + ", cases now: " + service.created());
        return isReplay(response) && service.created() == before;
    }

    private boolean retry() throws IOException, InterruptedException {
        int before = service.created();
        Strike lost = client.plan(NetworkFault.dropReply());
        HttpResponse<String> response = client.create(key("c"), "Window is open");
        lost.await();
        tell("POST /cases, key " + key("c") + ", two attempts", response);
        seen.add("cases before: " + before + ", cases now: " + service.created());
        return isReplay(response) && service.created() == before + 1;
    }

    private boolean timeOut() throws IOException, InterruptedException {
        int before = service.created();
        Strike held = client.plan(NetworkFault.holdReply());
        try {
            HttpResponse<String> response = client.create(key("d"), "Lift is slow");
            tell("POST /cases, key " + key("d") + ", after a timeout", response);
            seen.add("cases before: " + before + ", cases now: " + service.created());
            return isReplay(response) && service.created() == before + 1;
        } finally {
            held.release();
        }
    }

    private boolean conflict() throws IOException, InterruptedException {
        int before = service.created();
        HttpResponse<String> response = client.createOnce(key("b"), "Window is open");
        tell("POST /cases, key " + key("b") + ", another title", response);
        return response.statusCode() == service.mismatchStatus() && service.created() == before;
    }

    private boolean count() {
        List<String> counters = Stream.of("attempts", "retries", "idempotency_duplicate", "timeout")
                .map(what -> PREFIX + what + "_total")
                .toList();
        counters.forEach(counter -> seen.add(counter + " " + service.counted(counter)));
        return counters.stream().allMatch(counter -> service.counted(counter) > 0);
    }

    private boolean measure() throws InterruptedException {
        int before = service.created();
        int failed = new Traffic(client, name).send(CALLS);
        RetryWorth worth = RetryWorth.of(client.worth());
        seen.add("Does retry raise the success rate? " + worth.successes());
        seen.add("What latency does it cost? " + worth.latency());
        seen.add("cases before: " + before + ", cases now: " + service.created() + ", calls: " + CALLS + ", failed: "
                + failed + "; the answers count all calls of the retrying client so far");
        return service.created() - before <= CALLS && worth.hasHelped();
    }

    private boolean matrix() {
        FailureMatrix matrix = FailureMatrix.of(service.reviewed());
        seen.addAll(matrix.text().lines().toList());
        return !matrix.rows().isEmpty();
    }

    private String key(String what) {
        return name + "-" + what;
    }

    private static boolean isReplay(HttpResponse<?> response) {
        return response.statusCode() == 201
                && response.headers().firstValue("Idempotent-Replayed").isPresent();
    }

    private void tell(String what, HttpResponse<String> response) {
        seen.add(what + ": " + response.statusCode() + (isReplay(response) ? " (replayed) " : " ") + response.body());
    }

    private record Step(String title, String explanation, Act act) {}

    @FunctionalInterface
    private interface Act {
        boolean run() throws IOException, InterruptedException;
    }
}
