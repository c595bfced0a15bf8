package dev.oncemore.operations.callback;

import dev.oncemore.http.webhook.Endpoint;
import dev.oncemore.http.webhook.ForbiddenTargetException;
import dev.oncemore.http.webhook.WebhookMessage;
import dev.oncemore.http.webhook.Webhooks;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.task.Outbox;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TransactionalTasks;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells receivers when something has ended:
 *
 * <ol>
 *   <li>A callback is a row, written in the transaction of the act that asks for it.
 *   <li>Every node looks for callbacks whose subject has ended: other processes end tasks, so nobody can be relied on to announce it.
 *   <li>The note that this end was told and the task that delivers the webhook commit together. The id of the message is made of the
 *       callback and the number of the end, so that it stays the same whatever is repeated.
 * </ol>
 */
public final class CallbackService {
    /** The kind of subjects that are tasks. */
    public static final String TASK = "task";
    /** The queue of the deliveries. */
    public static final String QUEUE = "oncemore-callbacks";

    private static final Logger LOG = System.getLogger("dev.oncemore.server");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int URL_MAX = 1_000;
    private static final int PAGE = 500;
    private static final int PAGES_MAX = 20;
    private static final long NEVER = LookTimes.NEVER;

    private final Backend backend;
    private final Database database;
    private final TransactionalTasks<Connection> tasks;
    private final CallbackSettings settings;
    private final Webhooks webhooks;
    private final Map<String, Subjects> subjects = new HashMap<>();

    /** Callbacks of this store. The tasks must include {@link #queues}. */
    public CallbackService(Backend backend, TransactionalTasks<Connection> tasks, CallbackSettings settings) {
        this.backend = backend;
        this.database = backend.database();
        this.tasks = tasks;
        this.settings = settings;
        this.webhooks = Webhooks.builder(tasks, new Endpoints())
                .queue(QUEUE)
                .guard(settings.guard())
                .build();
        subjects.put(TASK, new Subjects(new TaskEndings(backend.tasks()), Integer.MAX_VALUE));
    }

    private record Subjects(Endings endings, int openMax) {}

    private record Waiting(
            String id, String about, String subject, String told, int ends, Instant changedAt, String owner) {}

    private record News(Waiting waiting, Ending ending) {}

    /** The queues that its deliveries need. */
    public static Map<String, QueueSettings> queues() {
        return Map.of(
                QUEUE,
                QueueSettings.standard().concurrency(DeliveryPlaces.HANDLERS).prefetch(0));
    }

    /**
     * Adds a kind of subjects.
     *
     * @param kind up to 20 characters
     * @param openMax for how many of them one owner may wait at a time
     */
    public CallbackService about(String kind, Endings endings, int openMax) {
        subjects.put(kind, new Subjects(endings, openMax));
        return this;
    }

    /** Whether callbacks can be signed. */
    public boolean isOn() {
        return !settings.secrets().isEmpty();
    }

    /**
     * Checks a URL without asking a name server; its addresses are checked whenever something is sent.
     *
     * @throws Rejected if it is no URL, not allowed, or callbacks are off
     */
    public URI require(String url) {
        if (!isOn()) {
            throw Rejected.conflict("callbacks need a secret that signs them; make one with ./oncemore callback-secret,"
                    + " and start the server with it in ONCEMORE_CALLBACK_SECRET");
        }
        if (url.length() > URL_MAX) {
            throw Rejected.invalid("the callback has " + url.length() + " characters, but may have " + URL_MAX);
        }
        try {
            URI uri = new URI(url);
            settings.guard().check(uri);
            return uri;
        } catch (URISyntaxException e) {
            throw Rejected.invalid("the callback is not a URL; send one such as https://shop.example/done");
        } catch (ForbiddenTargetException e) {
            throw Rejected.invalid("the callback is refused: " + e.getMessage()
                    + "; an operator of the server can allow a network with --callback-networks");
        }
    }

    /**
     * Adds a callback, in the transaction of the act that asks for it. The same again is one callback.
     *
     * @param owner the account or token that asks, up to 80 characters
     * @throws Rejected if the owner waits for too many already
     */
    public void add(ActTransaction here, String about, String subject, URI url, String owner) {
        int openMax = Objects.requireNonNull(subjects.get(about), about).openMax();
        if (openMax < Integer.MAX_VALUE && open(here, about, owner) >= openMax) {
            throw Rejected.conflict(
                    "callbacks of " + openMax + " " + about
                            + "s wait for their end already, which is the most; send this one without a callback, or end others first");
        }
        long now = here.tasks().store().now().toEpochMilli();
        here.sql()
                .insertNew(
                        "oncemore_callback (id, about, subject, url, owner, changed_at, look_at, told, ends, off_because,"
                                + " delivery)",
                        List.of(List.of(
                                id(about, subject, url),
                                about,
                                subject,
                                url.toString(),
                                owner,
                                now,
                                now,
                                "",
                                0,
                                "",
                                "")));
    }

    /** Those that have had an end are watched as well, but cost little and end by themselves. */
    private static long open(ActTransaction here, String about, String owner) {
        return here.sql()
                .first(
                        "SELECT count(*) FROM oncemore_callback WHERE owner = ? AND look_at < " + NEVER
                                + " AND about = ? AND ends = 0",
                        row -> row.getLong(1),
                        owner,
                        about)
                .orElseThrow();
    }

    private static String id(String about, String subject, URI url) {
        byte[] hash = Fingerprinter.plain()
                .ofBytes(about, subject, url.toString().getBytes(StandardCharsets.UTF_8))
                .bytes();
        return HexFormat.of().formatHex(hash, 0, 16);
    }

    /** Looks once, and sends what has ended since. */
    public synchronized void look() {
        int pages = 0;
        int found;
        do {
            found = lookAtPage(backend.tasks().now());
            pages++;
        } while (found == PAGE && pages < PAGES_MAX);
    }

    private int lookAtPage(Instant now) {
        List<Waiting> due = database.query(
                "SELECT id, about, subject, told, ends, changed_at, owner FROM oncemore_callback WHERE look_at <= ?"
                        + " ORDER BY look_at LIMIT " + PAGE,
                row -> new Waiting(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5),
                        Instant.ofEpochMilli(row.getLong(6)),
                        row.getString(7)),
                now.toEpochMilli());
        List<Waiting> later = new ArrayList<>();
        List<News> news = new ArrayList<>();
        Map<String, Map<String, Ending>> endings = endings(due);
        DeliveryPlaces places = new DeliveryPlaces(database, backend.tasks());
        for (Waiting waiting : due) {
            Ending ending = endings.getOrDefault(waiting.about(), Map.of()).get(waiting.subject());
            if (ending != null && isNews(waiting, ending) && places.tryTake(waiting.owner())) {
                news.add(new News(waiting, ending));
            } else {
                later.add(waiting);
            }
        }
        later.addAll(tell(news, now));
        if (!later.isEmpty()) {
            database.transact(connection -> {
                SqlOperations here = database.within(connection);
                later.forEach(waiting -> here.update(
                        "UPDATE oncemore_callback SET look_at = ?, off_because = ? WHERE id = ? AND ends = ? AND look_at < "
                                + NEVER,
                        LookTimes.next(waiting.changedAt(), waiting.ends(), now),
                        LookTimes.isGivenUp(waiting.changedAt(), waiting.ends(), now) ? LookTimes.NO_END : "",
                        waiting.id(),
                        waiting.ends()));
                return later.size();
            });
        }
        return due.size();
    }

    private static boolean isNews(Waiting waiting, Ending ending) {
        return waiting.ends() == 0 || (ending.isNews() && !ending.mark().equals(waiting.told()));
    }

    private Map<String, Map<String, Ending>> endings(List<Waiting> due) {
        Map<String, List<String>> ids = new HashMap<>();
        due.forEach(waiting ->
                ids.computeIfAbsent(waiting.about(), none -> new ArrayList<>()).add(waiting.subject()));
        Map<String, Map<String, Ending>> endings = new HashMap<>();
        ids.forEach((about, subjectIds) -> Optional.ofNullable(subjects.get(about))
                .ifPresent(source -> endings.put(about, source.endings().of(subjectIds))));
        return endings;
    }

    /** Tells all in one transaction, or one by one if that fails: a damaged one must not keep the others. Returns what failed. */
    private List<Waiting> tell(List<News> news, Instant now) {
        List<Waiting> failed = new ArrayList<>();
        if (news.isEmpty() || tryTell(news, now)) {
            return failed;
        }
        for (News one : news) {
            if (!tryTell(List.of(one), now)) {
                failed.add(one.waiting());
            }
        }
        return failed;
    }

    private boolean tryTell(List<News> news, Instant now) {
        try {
            database.transact(connection -> {
                Outbox outbox = tasks.within(connection);
                news.stream()
                        .sorted(Comparator.comparing(one -> one.waiting().id())) // two nodes take rows in one order
                        .forEach(one -> tell(database.within(connection), outbox, one, now));
                return news.size();
            });
            return true;
        } catch (RuntimeException e) {
            if (news.size() == 1) {
                LOG.log(
                        Level.WARNING,
                        "the callback about " + news.get(0).waiting().subject() + " could not be sent; it is retried",
                        e);
            }
            return false;
        }
    }

    private void tell(SqlOperations here, Outbox outbox, News one, Instant now) {
        Waiting waiting = one.waiting();
        Ending ending = one.ending();
        int number = waiting.ends() + 1;
        int mine = here.update(
                "UPDATE oncemore_callback SET told = ?, ends = ?, changed_at = ?, look_at = ?"
                        + " WHERE id = ? AND ends = ? AND off_because = ''",
                ending.mark(),
                number,
                now.toEpochMilli(),
                ending.isFinal() ? NEVER : now.plus(LookTimes.WAIT_MIN).toEpochMilli(),
                waiting.id(),
                waiting.ends());
        if (mine == 1) {
            WebhookMessage message = new WebhookMessage(waiting.id(), waiting.id() + "-" + number, json(ending, now));
            DeliveryPlaces.note(
                    here, waiting.id(), webhooks.send(outbox, message).id());
        }
    }

    private static String json(Ending ending, Instant now) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", ending.type());
        message.put("timestamp", now.toString());
        message.put("data", ending.data());
        return JSON.writeValueAsString(message);
    }

    /** Forgets up to this many callbacks to which nothing was added since then, and returns how many. */
    public int purge(Instant before, int rowsMax) {
        List<String> ids = database.query(
                "SELECT id FROM oncemore_callback WHERE look_at = ? AND changed_at < ? ORDER BY changed_at LIMIT "
                        + rowsMax,
                row -> row.getString(1),
                NEVER,
                before.toEpochMilli());
        return ids.isEmpty()
                ? 0
                : database.update(
                        "DELETE FROM oncemore_callback WHERE id IN (?" + ", ?".repeat(ids.size() - 1) + ")",
                        ids.toArray());
    }

    /** Each callback is an endpoint of its own: one that answers 410 gets no more, and others are not concerned. */
    private final class Endpoints implements Endpoint.Registry {
        @Override
        public Optional<Endpoint> find(String id) {
            return database.first(
                    "SELECT url, off_because FROM oncemore_callback WHERE id = ?",
                    row -> {
                        Endpoint endpoint = new Endpoint(id, URI.create(row.getString(1)), settings.secrets(), null);
                        String because = row.getString(2);
                        return because.isEmpty() ? endpoint : endpoint.disabled(because);
                    },
                    id);
        }

        @Override
        public void disable(String id, String because) {
            database.update(
                    "UPDATE oncemore_callback SET off_because = ?, look_at = ? WHERE id = ?", because, NEVER, id);
        }
    }
}
