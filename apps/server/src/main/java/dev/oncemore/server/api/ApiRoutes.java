package dev.oncemore.server.api;

import dev.oncemore.http.serve.KeyedRequest;
import dev.oncemore.http.serve.StoredResponse;
import dev.oncemore.once.Outcome;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.router.Endpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of the API. Each is declared once; the declaration adds its route, refuses parameters and fields that it does not
 * name (a mistyped filter must not mean "all"), and is its part of {@code openapi.json}.
 *
 * <pre>{@code
 * api.get("/api/queues", Role.VIEWER, "queues", "Lists the queues.").answers(QueueList.class).by(this::queues);
 * }</pre>
 */
public final class ApiRoutes {
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");
    private static final String KEY = "Idempotency-Key";
    private static final Map<String, Object> IDEMPOTENCY_KEY = Map.of(
            "name",
            KEY,
            "in",
            "header",
            "description",
            "The same for every try of one request, which is then done once.",
            "schema",
            Map.of("type", "string", "maxLength", 255));

    private final RoutesConfig routes;
    private final Acts acts;
    private final Map<String, Operation> operations = new LinkedHashMap<>();

    /** Endpoints that are added to these routes, and act through these. */
    public ApiRoutes(RoutesConfig routes, Acts acts) {
        this.routes = routes;
        this.acts = acts;
    }

    /** Records a response to a request that did not act: a refusal. */
    public static Outcome<StoredResponse> record(Acts acts, KeyedRequest keyed, StoredResponse response) {
        return acts.run(ActAnswer.key(keyed), here -> response);
    }

    Operation get(String path, Role role, String id, String summary) {
        return new Operation(HandlerType.GET, path, role, id, summary);
    }

    Operation post(String path, Role role, String id, String summary) {
        return new Operation(HandlerType.POST, path, role, id, summary);
    }

    Operation put(String path, Role role, String id, String summary) {
        return new Operation(HandlerType.PUT, path, role, id, summary);
    }

    Operation delete(String path, Role role, String id, String summary) {
        return new Operation(HandlerType.DELETE, path, role, id, summary);
    }

    /** Refuses parameters that the endpoint does not know at once, and such fields when the body is read. */
    public void check(Context context) {
        Endpoint endpoint = context.endpoints().matchedHttpEndpoint();
        Operation operation = endpoint == null ? null : operations.get(endpoint.method + " " + endpoint.path);
        if (operation == null) {
            return;
        }
        if (!operation.takesKey && context.header(KEY) != null) {
            throw Refusal.wrong("this request has passwords, so nothing of it is recorded: send it without " + KEY);
        }
        if (context.queryString() != null) {
            Answers.requireKnown("parameter", context.queryParamMap().keySet(), operation.query.keySet());
        }
        if (operation.fields != null && !operation.isOpen) {
            Answers.onlyFields(context, operation.fields.names());
        }
    }

    /** The content of {@code openapi.json}. */
    Map<String, Object> description() {
        ShapeSchemas schemas = new ShapeSchemas();
        schemas.reference(Problem.class);
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        operations
                .values()
                .forEach(operation -> paths.computeIfAbsent(operation.path, none -> new LinkedHashMap<>())
                        .put(operation.method.name().toLowerCase(Locale.ROOT), operation.described(schemas)));
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("openapi", "3.1.0");
        all.put(
                "info",
                Map.of(
                        "title",
                        "Oncemore",
                        "version",
                        "0.1",
                        "description",
                        "What a person on call sees and does, for programs. A POST with an Idempotency-Key happens once."));
        all.put("servers", List.of(Map.of("url", "/")));
        all.put("paths", paths);
        all.put(
                "components",
                Map.of(
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer")),
                        "schemas",
                        schemas.all()));
        return all;
    }

    /** A refusal as RFC 9457 has it. */
    private record Problem(String type, String title, int status, String detail) {}

    /** The end of a declaration. */
    interface Answering<T> {
        /** Answers requests with what this returns. */
        void by(Function<Context, T> answer);

        /** Does what this makes of a request, and answers with its result: once, where the request has a key. */
        default void acts(Function<Context, Act<T>> making) {
            acts(making, done -> done, done -> Optional.empty());
        }

        /** As above; where the result has a refusal, that is answered although the act is committed. */
        <R> void acts(Function<Context, Act<R>> making, Function<R, T> answer, Function<R, Optional<Refusal>> refused);
    }

    /** The end of a declaration: requests are answered by a handler. */
    @FunctionalInterface
    interface FileAnswering {
        /** Lets this answer requests. */
        void by(Handler handler);
    }

    /** An operation under declaration. */
    final class Operation {
        private final HandlerType method;
        private final String path;
        private final Role role;
        private final String id;
        private final String summary;
        private final Map<String, Map<String, Object>> query = new LinkedHashMap<>();
        private final Set<String> requiredQuery = new LinkedHashSet<>();
        private @Nullable Fields fields;
        private String bodyType = "application/json";
        private boolean isOpen;
        private boolean takesKey = true;
        private int status = 200;
        private Map<String, @Nullable Class<?>> answers = Map.of();

        private Operation(HandlerType method, String path, Role role, String id, String summary) {
            this.method = method;
            this.path = path;
            this.role = role;
            this.id = id;
            this.summary = summary;
        }

        Operation query(String name, Map<String, Object> schema) {
            query.put(name, schema);
            return this;
        }

        Operation requireQuery(String name, Map<String, Object> schema) {
            requiredQuery.add(name);
            return query(name, schema);
        }

        /** A page: how many, and after which place. */
        Operation page(int standard, int most) {
            return query("limit", Fields.number(1, most, standard))
                    .query("after", Fields.text("Where to go on: next of the page before."));
        }

        Operation takes(Fields known) {
            fields = known;
            return this;
        }

        /** The body may have other fields, too. */
        Operation takesAlso(Fields known) {
            isOpen = true;
            return takes(known);
        }

        Operation takesForm(Fields known) {
            bodyType = "multipart/form-data";
            return takes(known);
        }

        /**
         * Refuses keys: the record of a key has a hash of the request, from which a password could be guessed. The filter of keys
         * must leave the route out.
         */
        Operation withoutKey() {
            takesKey = false;
            return this;
        }

        <T> Answering<T> answers(Class<T> shape) {
            return answers(200, shape);
        }

        <T> Answering<T> answers(int code, Class<T> shape) {
            status = code;
            answers = Map.of("application/json", shape);
            return new Answering<>() {
                @Override
                public void by(Function<Context, T> answer) {
                    add(context -> {
                        context.status(status);
                        Answers.json(context, answer.apply(context));
                    });
                }

                @Override
                public <R> void acts(
                        Function<Context, Act<R>> making,
                        Function<R, T> answer,
                        Function<R, Optional<Refusal>> refused) {
                    add(context -> {
                        context.status(status);
                        new ActAnswer(acts, context).to(making.apply(context), answer, refused);
                    });
                }
            };
        }

        /** Answers with a file of one of these types, which the handler writes itself. */
        FileAnswering answersFile(String... types) {
            answers = new LinkedHashMap<>();
            for (String type : types) {
                answers.put(type, null);
            }
            return this::add;
        }

        private void add(Handler handler) {
            operations.put(method + " " + path, this);
            routes.addHttpHandler(method, path, handler, role);
        }

        private Map<String, Object> described(ShapeSchemas schemas) {
            Map<String, Object> described = new LinkedHashMap<>();
            described.put("operationId", id);
            described.put("summary", summary);
            described.put("description", "Role: " + role.word() + ".");
            described.put("parameters", parameters());
            if (fields != null) {
                Map<String, Object> schema = new LinkedHashMap<>(fields.schema());
                schema.put("additionalProperties", isOpen);
                described.put("requestBody", Map.of("content", Map.of(bodyType, Map.of("schema", schema))));
            }
            Map<String, Object> content = new LinkedHashMap<>();
            answers.forEach((type, shape) ->
                    content.put(type, shape == null ? Map.of() : Map.of("schema", schemas.reference(shape))));
            Map<String, Object> problem =
                    Map.of("application/problem+json", Map.of("schema", schemas.reference(Problem.class)));
            described.put(
                    "responses",
                    Map.of(
                            Integer.toString(status),
                            Map.of("description", "Done.", "content", content),
                            "default",
                            Map.of("description", "Refused; the detail says what to do.", "content", problem)));
            described.put("security", role == Role.ANYONE ? List.of() : List.of(Map.of("token", List.of())));
            return described;
        }

        private List<Map<String, Object>> parameters() {
            List<Map<String, Object>> parameters = new ArrayList<>();
            Matcher names = PATH_PARAMETER.matcher(path);
            while (names.find()) {
                parameters.add(parameter(names.group(1), "path", true, Fields.text()));
            }
            query.forEach(
                    (name, schema) -> parameters.add(parameter(name, "query", requiredQuery.contains(name), schema)));
            if (method.equals(HandlerType.POST) && takesKey) {
                parameters.add(IDEMPOTENCY_KEY);
            }
            return parameters;
        }

        private static Map<String, Object> parameter(
                String name, String place, boolean isRequired, Map<String, Object> schema) {
            return Map.of("name", name, "in", place, "required", isRequired, "schema", schema);
        }
    }
}
