package dev.oncemore.lab.doctor.code;

import dev.oncemore.lab.doctor.code.MethodFacts.KeyUse;
import dev.oncemore.lab.doctor.code.MethodFacts.KeyVerb;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.FieldInsnNode;

/** Recognizes stores of keys by the names of classes, fields and methods, and what is done with them. */
final class KeyStores {
    private static final Pattern STORE =
            Pattern.compile("(?i).*(idempot|dedup|processed(id|key|message|event|request|order)"
                    + "|duplicate(check|detect|filter|guard)|seenKey|seenId|handledKey|requestKeys?$|requestIds$).*");
    /** A mark on the thing itself: {@code order.markProcessed()}. */
    private static final Pattern MARK =
            Pattern.compile("(?i)(is|was|mark|record|save|remember)(already)?(processed|duplicate).*");

    private static final Pattern CLAIM = Pattern.compile(
            "(?i)(putIfAbsent|setIfAbsent|insertIfAbsent|addIfAbsent|saveIfAbsent|claim|tryClaim|tryInsert|tryAcquire"
                    + "|acquire|reserve|begin|start|tryStart|tryBegin|lock|tryLock|setnx|computeIfAbsent).*");
    private static final Pattern LOOKUP =
            Pattern.compile("(?i)(contains|exists|find|get|is|has|lookup|already|seen|was|check|load|fetch).*");
    private static final Pattern SAVE = Pattern.compile(
            "(?i)(save|put|insert|add|store|mark|record|persist|set|write|remember|complete|finish|register).*");

    private final MethodFacts read;
    /** The last field of each type that was loaded: it names what a method is called on. */
    private final Map<String, String> fields = new HashMap<>();

    KeyStores(MethodFacts read) {
        this.read = read;
    }

    void field(FieldInsnNode field) {
        fields.put(field.desc, field.name);
    }

    void call(CallSite call) {
        String on = fields.getOrDefault("L" + call.owner() + ";", "");
        boolean isCounter = call.owner().startsWith("java/util/concurrent/atomic/")
                || call.owner().startsWith("java/lang/");
        boolean isStore = STORE.matcher(CallSite.simpleName(call.owner())).matches()
                || STORE.matcher(on).matches()
                || MARK.matcher(call.name()).matches();
        if (isStore && !isCounter && !call.name().startsWith("<")) {
            boolean ofStore = !Library.isOfJdk(call.owner());
            verb(call.name()).ifPresent(verb -> read.keyUses.add(new KeyUse(verb, call.order(), call.line(), ofStore)));
        }
    }

    private static Optional<KeyVerb> verb(String name) {
        if (CLAIM.matcher(name).matches()) {
            return Optional.of(KeyVerb.CLAIM);
        }
        if (LOOKUP.matcher(name).matches()) {
            return Optional.of(KeyVerb.LOOKUP);
        }
        return SAVE.matcher(name).matches() ? Optional.of(KeyVerb.SAVE) : Optional.empty();
    }
}
