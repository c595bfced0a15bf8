package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskListener;
import dev.oncemore.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Savepoints inside a transaction, and transactions that may only read. */
class NestedTransactionsTest {
    private final List<String> told = new ArrayList<>();

    @Test
    void theTransactionAroundANestedOneGoesOn() {
        TestDatabase.application().run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            List<TaskHandle> handles = new ArrayList<>();

            transaction(context, TransactionDefinition.PROPAGATION_REQUIRED).executeWithoutResult(outer -> {
                transaction(context, TransactionDefinition.PROPAGATION_NESTED)
                        .executeWithoutResult(nested -> handles.add(tasks.enqueue("mail", "nested")));
                handles.add(tasks.enqueue("mail", "after it"));
            });

            assertThat(handles)
                    .hasSize(2)
                    .allSatisfy(handle -> assertThat(handle.poll()).isPresent());
        });
    }

    @Test
    void theEventsOfANestedTransactionAreDroppedWithIt() {
        TestDatabase.application()
                .withBean(TaskListener.class, () -> this::tell)
                .run(context -> {
                    Tasks tasks = context.getBean(Tasks.class);
                    TransactionTemplate nested = transaction(context, TransactionDefinition.PROPAGATION_NESTED);

                    transaction(context, TransactionDefinition.PROPAGATION_REQUIRED)
                            .executeWithoutResult(outer -> {
                                nested.executeWithoutResult(inner -> enqueueAndUndo(tasks, inner::setRollbackOnly));
                                tasks.enqueue("kept", "x");
                                nested.executeWithoutResult(inner -> enqueueAndUndo(tasks, inner::setRollbackOnly));
                                nested.executeWithoutResult(inner -> tasks.enqueue("nested", "x"));
                            });

                    assertThat(told).containsExactly("kept", "nested");
                });
    }

    @Test
    void aTransactionThatMayOnlyReadIsNotJoined() {
        TestDatabase.application().run(context -> {
            TransactionTemplate reading = transaction(context, TransactionDefinition.PROPAGATION_REQUIRED);
            reading.setReadOnly(true);

            assertThatIllegalStateException()
                    .isThrownBy(() -> reading.executeWithoutResult(
                            status -> context.getBean(Tasks.class).enqueue("mail", "x")))
                    .withMessageContaining("read-only");
        });
    }

    private static void enqueueAndUndo(Tasks tasks, Runnable undo) {
        tasks.enqueue("undone", "x");
        undo.run();
    }

    private void tell(TaskEvent event) {
        if (event instanceof TaskEvent.Enqueued enqueued) {
            told.add(enqueued.kind());
        }
    }

    private static TransactionTemplate transaction(AssertableApplicationContext context, int propagation) {
        TransactionTemplate template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        template.setPropagationBehavior(propagation);
        return template;
    }
}
