package dev.oncemore.sandbox;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** All documents that were created. A number that is sent twice is created twice: duplicates are visible here. */
final class Ledger {
    private static final int DOCUMENTS_MAX = 1_000_000;

    private record NumberOf(DocumentKind type, long company, String number) {}

    private final Map<Long, ObjectNode> byId = new LinkedHashMap<>();
    private final Map<NumberOf, List<Long>> byNumber = new HashMap<>();
    private final Map<DocumentKind, Long> counts = new EnumMap<>(DocumentKind.class);
    private final @Nullable Journal journal;
    private long lastId;
    private long requests;

    /** A ledger that keeps its documents in a journal; null for one that forgets them. */
    Ledger(@Nullable Journal journal) {
        this.journal = journal;
        if (journal != null) {
            journal.read(this::restore);
        }
    }

    private synchronized void restore(ObjectNode document) {
        for (DocumentKind type : DocumentKind.values()) {
            if (document.has(type.numberField())) {
                lastId = Math.max(lastId, document.path("id").asLong());
                keep(
                        type,
                        document.path("company_id").asLong(),
                        document.path(type.numberField()).asString(""),
                        document);
            }
        }
    }

    synchronized void countRequest() {
        requests++;
    }

    synchronized boolean isFull() {
        return byId.size() >= DOCUMENTS_MAX;
    }

    /** Stores the document under a new id, and adds the id and its link to it. */
    synchronized void add(DocumentKind type, long company, String number, ObjectNode document, URI address) {
        long id = ++lastId;
        document.put("id", id);
        document.put("report_url", address + "/" + type.plural() + "/" + id + "?company_id=" + company);
        if (journal != null) {
            journal.add(document);
        }
        keep(type, company, number, document);
    }

    private void keep(DocumentKind type, long company, String number, ObjectNode document) {
        long id = document.path("id").asLong();
        byId.put(id, document);
        byNumber.computeIfAbsent(new NumberOf(type, company, number), none -> new ArrayList<>(1))
                .add(id);
        counts.merge(type, 1L, Long::sum);
    }

    synchronized Optional<ObjectNode> find(DocumentKind type, long company, long id) {
        return Optional.ofNullable(byId.get(id))
                .filter(document -> document.has(type.numberField())
                        && document.path("company_id").asLong() == company);
    }

    synchronized List<ObjectNode> find(DocumentKind type, long company, String number) {
        List<Long> ids = byNumber.getOrDefault(new NumberOf(type, company, number), List.of());
        return ids.stream().map(byId::get).toList();
    }

    /** A page of this company's documents, oldest first. */
    synchronized List<ObjectNode> list(DocumentKind type, long company, long offset, long limit) {
        return byId.values().stream()
                .filter(document -> document.has(type.numberField())
                        && document.path("company_id").asLong() == company)
                .skip(offset)
                .limit(limit)
                .toList();
    }

    /** The response of {@code /_created}. */
    synchronized Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("requests", requests);
        for (DocumentKind type : DocumentKind.values()) {
            summary.put(type.word(), counts.getOrDefault(type, 0L));
        }
        summary.put("duplicates", duplicates());
        return summary;
    }

    private List<String> duplicates() {
        TreeSet<String> numbers = new TreeSet<>();
        byNumber.forEach((number, ids) -> {
            if (ids.size() > 1) {
                numbers.add(number.number());
            }
        });
        return Collections.unmodifiableList(new ArrayList<>(numbers));
    }
}
