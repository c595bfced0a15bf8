package dev.oncemore.lab.doctor;

import java.util.List;

/** The fifteen questions of a retry review. */
enum ReviewQuestion {
    TIMEOUT(
            "Does every call have a timeout?",
            "the settings do not show it; look at the client",
            "set a timeout for each attempt"),
    TIMEOUTS_APART(
            "Are connect, request and total timeouts told apart?",
            "the settings do not show all three; the connect timeout belongs to the client",
            "connect: well below a second; request: the attempt timeout; total: the deadline"),
    CLASSIFIED(
            "Are the failures that are worth a retry named?",
            "the settings do not show it",
            "name the failures that pass by themselves: refused connections, 429, 503"),
    OTHERS_NOT_REPEATED(
            "Are all other failures left alone?",
            "the settings do not show it",
            "let wrong requests, refusals and bugs through at once"),
    BACKOFF(
            "Is the backoff exponential, capped and randomized?",
            "the settings do not show it",
            "double the delay each time, up to a cap, and randomize it"),
    BOUNDED("Are the attempts bounded?", "the settings do not show it", "three to five attempts are usual"),
    BUDGET(
            "Does a budget limit the share of retries?",
            "the settings do not show it",
            "allow retries for 10 % to 20 % of calls"),
    KEY(
            "Does a key protect unknown outcomes?",
            "settings do not show what the call does: is it idempotent, or does it carry a key?",
            "send one idempotency key with all attempts of a call"),
    KEY_SCOPE(
            "Are keys scoped to tenant and operation?",
            "look at the receiver: what else does a key consist of?",
            "scope keys, so that one caller cannot hit the key of another"),
    PAYLOAD(
            "Is a key with another payload refused?",
            "look at the receiver: does it compare a hash of the request?",
            "store a hash of the payload with the key, and refuse another"),
    REPLAY(
            "Is a success replayed?",
            "look at the receiver: what does the second request with a key get?",
            "store the response, and send it again"),
    IN_PROGRESS(
            "Are duplicates of a running request handled?",
            "look at the receiver: what happens if both arrive at once?",
            "claim the key in one statement; let the second wait, or refuse it with 409"),
    ATOMIC(
            "Are effect and record atomic?",
            "look at the receiver: what does a crash between the two leave?",
            "write both in one transaction, or ask the other system about the key before a retry"),
    VISIBLE(
            "Are attempts visible in logs, metrics and traces?",
            "look at the dashboard: are first attempts and retries told apart?",
            "count attempts, retries and results, by dependency"),
    ALERT(
            "Does a retry storm raise an alert?",
            "look at the alerts: does one watch the share of retries?",
            "alert when retries exceed their budget for minutes");

    private final String text;
    private final String ask;
    private final String fix;

    ReviewQuestion(String text, String ask, String fix) {
        this.text = text;
        this.ask = ask;
        this.fix = fix;
    }

    int number() {
        return List.of(values()).indexOf(this) + 1;
    }

    String text() {
        return text;
    }

    /** Why a person must answer, if nothing else does. */
    String ask() {
        return ask;
    }

    String fix() {
        return fix;
    }
}
