package dev.oncemore.kotlin

import dev.oncemore.retry.Deadline
import dev.oncemore.retry.Retry
import dev.oncemore.retry.policy.Backoff
import dev.oncemore.retry.policy.RetryPolicy
import dev.oncemore.task.TaskSettings
import dev.oncemore.task.Tasks
import dev.oncemore.task.Verdict
import dev.oncemore.task.store.InMemoryTaskStore
import dev.oncemore.task.store.TaskState
import dev.oncemore.time.VirtualTime
import java.net.ConnectException
import java.time.Duration
import java.time.Instant
import java.time.InstantSource
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class SuspendingTasksTest {
    private val time = VirtualTime()
    private val runs = AtomicInteger()
    private val policy =
        RetryPolicy.named("mail").maxAttempts(3).backoff(Backoff.none()).attemptTimeout(Duration.ofSeconds(5)).build()
    private val tasks: Tasks =
        Tasks.on(
            InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000),
            TaskSettings.standard().time(time).executor(Runnable::run).policy(policy),
        )

    @Test
    fun aSuspendingHandlerRunsATask() {
        tasks.handle(
            "mail",
            String::class.java,
            suspendingHandler<String> { address, task ->
                assertThat(task.attempt()).isEqualTo(1)
                Verdict.done("sent to $address")
            },
        )
        val task = tasks.enqueue("mail", "a@example.com")

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1)
        assertThat(task.poll().get().state()).isEqualTo(TaskState.DONE)
    }

    @Test
    fun aTimeoutCancelsTheCoroutine_andTheTaskIsTriedAgain() {
        tasks.handle(
            "mail",
            String::class.java,
            suspendingHandler<String> { _, _ ->
                if (runs.incrementAndGet() == 1) {
                    time.advance(Duration.ofSeconds(5))
                    awaitCancellation()
                }
                Verdict.done()
            },
        )
        val task = tasks.enqueue("mail", "a@example.com")
        tasks.manualWorker().runAll()

        assertThat(runs).hasValue(2)
        assertThat(task.poll().get().state()).isEqualTo(TaskState.DONE)
    }

    @Test
    fun theRunOwnsTheRetries_onWhicheverThread() {
        val inner = Retry.builder(policy.renamed("inner")).virtualTime(time).build()
        tasks.handle(
            "mail",
            String::class.java,
            suspendingHandler<String> { _, _ ->
                withContext(Dispatchers.Default) {
                    assertThat(Deadline.remaining()).isPresent()
                    inner.callSuspending<Verdict> {
                        runs.incrementAndGet()
                        throw ConnectException("refused")
                    }
                }
            },
        )
        tasks.enqueue("mail", "a@example.com")
        tasks.manualWorker().runAll()

        assertThat(runs).hasValue(3)
    }
}
