package dev.oncemore.testkit.task;

import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** Records of a node that dies before it writes the end of an effect: the effect has happened, but is not recorded. */
final class DyingRecords {
    private DyingRecords() {}

    static RecordStore around(RecordStore store, String keyEnding) {
        return (RecordStore) Proxy.newProxyInstance(
                DyingRecords.class.getClassLoader(), new Class<?>[] {RecordStore.class}, (proxy, method, arguments) -> {
                    boolean writesEnds = method.getName().equals("finish")
                            || method.getName().equals("finishAndClaim")
                            || method.getName().equals("insertSettled");
                    if (writesEnds && concerns((List<?>) arguments[0], keyEnding)) {
                        throw new InternalError("the process dies here");
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean concerns(List<?> ends, String keyEnding) {
        return ends.stream()
                .map(each -> each instanceof NewOutcome outcome ? outcome.end() : each)
                .anyMatch(each -> each instanceof RecordFinish finish
                        && finish.key().value().endsWith(keyEnding));
    }
}
