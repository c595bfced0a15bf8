package dev.oncemore.server.console;

import dev.oncemore.server.access.Role;
import dev.oncemore.server.language.Messages;
import java.util.List;
import java.util.Map;

/** The pages in groups, as far as somebody may see them. */
final class Menu {
    private static final List<Section> SECTIONS = List.of(
            new Section(
                    "menu.watch",
                    List.of(
                            new Entry("/", "menu.overview", Role.VIEWER),
                            new Entry("/retries", "menu.retries", Role.VIEWER),
                            new Entry("/queues", "menu.queues", Role.VIEWER),
                            new Entry("/schedules", "menu.schedules", Role.VIEWER),
                            new Entry("/log", "menu.log", Role.VIEWER),
                            new Entry("/breakers", "menu.breakers", Role.VIEWER),
                            new Entry("/alerts", "menu.alerts", Role.VIEWER),
                            new Entry("/lab", "menu.lab", Role.VIEWER))),
            new Section(
                    "menu.mend",
                    List.of(
                            new Entry("/dead", "menu.dead", Role.VIEWER),
                            new Entry("/records", "menu.records", Role.VIEWER),
                            new Entry("/sagas", "menu.sagas", Role.VIEWER),
                            new Entry("/webhooks", "menu.webhooks", Role.VIEWER))),
            new Section(
                    "menu.desk",
                    List.of(
                            new Entry("/desk", "menu.send", Role.STAFF),
                            new Entry("/desk/billing", "menu.billing", Role.STAFF),
                            new Entry("/desk/help", "menu.help", Role.STAFF))),
            new Section(
                    "menu.admin",
                    List.of(
                            new Entry("/retention", "menu.retention", Role.VIEWER),
                            new Entry("/desk/companies", "menu.companies", Role.ADMIN),
                            new Entry("/access", "menu.access", Role.ADMIN),
                            new Entry("/audit", "menu.audit", Role.ADMIN))));

    private Menu() {}

    private record Section(String label, List<Entry> entries) {}

    private record Entry(String path, String label, Role role) {
        /** Staff send documents: of what others look after they see nothing. */
        boolean isFor(Role visitor) {
            return visitor.isEnoughFor(role) && (visitor != Role.STAFF || role == Role.STAFF);
        }
    }

    static List<Page.Group> of(Role role, String path, Messages messages, Map<String, Long> attention) {
        return SECTIONS.stream()
                .map(section -> new Page.Group(
                        messages.text(section.label()),
                        section.entries().stream()
                                .filter(entry -> entry.isFor(role))
                                .map(entry -> new Page.Link(
                                        entry.path(),
                                        messages.text(entry.label()),
                                        isCurrent(entry.path(), path),
                                        attention.getOrDefault(entry.path(), 0L)))
                                .toList()))
                .filter(group -> !group.links().isEmpty())
                .toList();
    }

    private static boolean isCurrent(String entry, String path) {
        return entry.equals("/desk")
                ? path.equals("/desk") || path.startsWith("/desk/sheets")
                : entry.equals("/") ? path.equals("/") : path.startsWith(entry);
    }
}
