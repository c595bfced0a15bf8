package dev.oncemore.kotlin

import dev.oncemore.once.Finding
import dev.oncemore.once.Once
import dev.oncemore.once.Operation
import dev.oncemore.once.Outcome
import dev.oncemore.once.record.InMemoryRecordStore
import dev.oncemore.once.record.RecordState
import dev.oncemore.retry.OpenTransaction
import java.net.ConnectException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class SuspendingOnceTest {
    private val effects = AtomicInteger()
    private val once: Once = Once.on(InMemoryRecordStore())
    private val pay: Operation<String> = once.operation("payment:create", String::class.java).build()
    private val payment = pay.key("acme", "inv-001")

    @Test
    fun runsTheEffectOnce_andReplaysItsOutcome() = test {
        val first = payment.runSuspending("100") { charge(it.downstreamKey()) }
        val second = payment.runSuspending("100") { charge(it.downstreamKey()) }

        assertThat(first).isInstanceOf(Outcome.Done::class.java)
        assertThat(second).isEqualTo(Outcome.Done(first.require(), true))
        assertThat(effects).hasValue(1)
    }

    @Test
    fun refusesAnotherPayload() = test {
        payment.runSuspending("100") { charge("a") }.require()

        assertThat(payment.runSuspending("200") { charge("b") }).isInstanceOf(Outcome.Mismatch::class.java)
    }

    @Test
    fun aFailureIsRecorded_andRunsAgainIfItMay() = test {
        val failed = payment.runSuspending("100") { throw ConnectException("refused") }
        val again = payment.runSuspending("100") { charge("a") }

        assertThat(failed).isInstanceOf(Outcome.Failed::class.java)
        assertThat(again).isEqualTo(Outcome.Done("receipt a", false))
    }

    @Test
    fun aCancelledEffectLeavesAnUnknownOutcome() = test {
        val begun = CompletableDeferred<Unit>()
        val call = async {
            payment.runSuspending("100") {
                begun.complete(Unit)
                awaitCancellation()
            }
        }
        begun.await()
        call.cancelAndJoin()

        assertThat(ended()).isEqualTo(RecordState.UNKNOWN)
    }

    @Test
    fun anEffectThatHadNotBegunIsKnownNotToHaveHappened() = test {
        val call = async(Dispatchers.Unconfined) {
            val caller = kotlinx.coroutines.currentCoroutineContext()[kotlinx.coroutines.Job]!!
            payment.by("someone who leaves").whenUnknown { error("never asked") }.let { keyed ->
                supervisorScope {
                    caller.cancel()
                    keyed.runAsync("100") { stageOf { charge("a") } }
                }
            }
        }
        call.join()

        assertThat(effects).hasValue(0)
        assertThat(ended()).isEqualTo(RecordState.FAILED_RETRYABLE)
    }

    @Test
    fun isRefusedInsideAnOpenTransaction() {
        val thrown = runCatching { OpenTransaction.around<Any, Exception> { runBlocking { payment.runSuspending("100") { charge("a") } } } }

        assertThat(thrown.exceptionOrNull()).isInstanceOf(IllegalStateException::class.java).hasMessageContaining("open transaction")
        assertThat(effects).hasValue(0)
    }

    @Test
    fun aWaitForAnothersEffectEndsWithTheCaller() = test {
        val begun = CompletableDeferred<Unit>()
        val finish = CompletableDeferred<String>()
        val owner = async {
            payment.runSuspending("100") {
                begun.complete(Unit)
                finish.await()
            }
        }
        begun.await()
        val waiting = async { payment.runSuspending("100") { charge("b") } }
        yield()
        waiting.cancelAndJoin()
        finish.complete("receipt")

        assertThat(owner.await()).isEqualTo(Outcome.Done("receipt", false))
        assertThat(effects).hasValue(0)
    }

    private fun charge(key: String): String {
        effects.incrementAndGet()
        return "receipt $key"
    }

    /** The state of the record, once another thread has written it. */
    private suspend fun ended(): RecordState {
        while (true) {
            val found = payment.find()
            if (found is Finding.Known && found.record().get().state() != RecordState.RUNNING) {
                return found.record().get().state()
            }
            yield()
        }
    }

    private fun test(body: suspend CoroutineScope.() -> Unit): Unit =
        runBlocking { withTimeout(60.seconds) { supervisorScope(body) } }
}
