package dev.oncemore.once.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.RecordStore.Inserted;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Settled records in a store that has no verb of its own for them. */
class InsertSettledTest {
    private final RecordStore sound = new InMemoryRecordStore();
    private boolean isLocked;

    /** A user's open transaction has the key of the first claim while it is locked. */
    private final RecordStore store = (RecordStore) Proxy.newProxyInstance(
            RecordStore.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (proxy, method, arguments) -> {
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                if (isLocked && method.getName().equals("insertOrRead")) {
                    List<?> claims = (List<?>) arguments[0];
                    List<Inserted> others = claims.size() == 1
                            ? List.of()
                            : sound.insertOrRead(claims.stream()
                                    .skip(1)
                                    .map(NewClaim.class::cast)
                                    .toList());
                    return Stream.concat(Stream.of(Inserted.taken()), others.stream())
                            .toList();
                }
                return method.invoke(sound, arguments);
            });

    private static NewOutcome outcome(String key) {
        Key named = Scope.of("acme", "payment").key(key);
        NewClaim claim = new NewClaim(
                named,
                Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]),
                "token " + key,
                "tester",
                Duration.ofHours(1));
        return new NewOutcome(
                claim,
                new RecordFinish(
                        named, 0, RecordState.SUCCEEDED, Bytes.ofText("done"), null, null, Duration.ofHours(1)));
    }

    @Test
    void aKeyInAnOpenTransactionFailsAsLocked_andTheOthersAreSettled() {
        List<NewOutcome> both = List.of(outcome("locked"), outcome("free"));
        isLocked = true;

        assertThatExceptionOfType(RecordLockedException.class).isThrownBy(() -> store.insertSettled(both));

        assertThat(sound.read(List.of(both.get(1).key())).get(0))
                .hasValueSatisfying(record -> assertThat(record.state()).isEqualTo(RecordState.SUCCEEDED));
        isLocked = false;
        assertThat(store.insertSettled(both)).containsExactly(true, true);
    }
}
