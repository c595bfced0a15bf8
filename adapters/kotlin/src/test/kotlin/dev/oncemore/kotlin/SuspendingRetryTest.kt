package dev.oncemore.kotlin

import dev.oncemore.retry.AttemptTimeoutException
import dev.oncemore.retry.Deadline
import dev.oncemore.retry.GaveUpException
import dev.oncemore.retry.OpenTransaction
import dev.oncemore.retry.Retry
import dev.oncemore.retry.RetryEvent
import dev.oncemore.retry.Safety
import dev.oncemore.retry.StopReason
import dev.oncemore.retry.policy.Backoff
import dev.oncemore.retry.policy.RetryPolicy
import dev.oncemore.time.VirtualTime
import java.net.ConnectException
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class SuspendingRetryTest {
    private val time = VirtualTime()
    private val events = CopyOnWriteArrayList<RetryEvent>()
    private val attempts = AtomicInteger()

    private val policy =
        RetryPolicy.named("bank")
            .maxAttempts(3)
            .backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter())
            .attemptTimeout(Duration.ofSeconds(1))
            .deadline(Duration.ofSeconds(10))
            .build()

    private fun engine(policy: RetryPolicy = this.policy): Retry =
        Retry.builder(policy).virtualTime(time).listener { events.add(it) }.build()

    /** Runs until it suspends, on this thread, and continues on the thread that advances the time. */
    private fun <T> CoroutineScope.started(work: suspend CoroutineScope.() -> T): Deferred<T> =
        async(Dispatchers.Unconfined, CoroutineStart.UNDISPATCHED, work)

    @Test
    fun returnsTheValue_andPassesTheAttempt(): Unit = runBlocking {
        assertThat(engine().callSuspending { "attempt ${it.number()}" }).isEqualTo("attempt 1")
    }

    @Test
    fun retriesAfterADelay_thatHoldsNoThread() = test {
        val call = started {
            engine().callSuspending { attempt ->
                if (attempt.isRetry) "up" else throw ConnectException("refused")
            }
        }

        assertThat(call.isCompleted).isFalse()
        time.advance(Duration.ofMillis(100))

        assertThat(call.await()).isEqualTo("up")
    }

    @Test
    fun throwsAFailureThatNoRetryCanHelp_asItIs() = test {
        val thrown = runCatching { engine().callSuspending { throw IllegalArgumentException("bad account") } }

        assertThat(thrown.exceptionOrNull()).isExactlyInstanceOf(IllegalArgumentException::class.java).hasMessage("bad account")
    }

    @Test
    fun givesUpWithTheFacts_afterTheLastAttempt() = test {
        val call = started { runCatching { engine().callSuspending { fail() } } }
        time.advance(Duration.ofSeconds(1))

        val thrown = call.await().exceptionOrNull()
        assertThat(thrown).isInstanceOf(GaveUpException::class.java).hasCauseInstanceOf(ConnectException::class.java)
        assertThat(attempts).hasValue(3)
    }

    @Test
    fun repeatsALostReplyOnlyIfTheCallIsDeclaredSafe_andKeepsTheDoubt() = test {
        val undeclared = runCatching { engine().callSuspending { lose() } }.exceptionOrNull()
        assertThat(attempts).hasValue(1)
        assertThat(GaveUpException.mayHaveHappened(undeclared!!)).isTrue()

        val keyed = started { engine().callSuspending(Safety.keyed("k-1")) { if (it.isRetry) it.key().get() else lose() } }
        time.advance(Duration.ofMillis(100))
        assertThat(keyed.await()).isEqualTo("k-1")
    }

    @Test
    fun aTimeoutCancelsTheAttempt_andTheNextOneStarts() = test {
        val cancelled = CompletableDeferred<Throwable>()
        val call = started {
            engine().callSuspending(Safety.readOnly()) {
                if (it.isRetry) "up" else hang(cancelled)
            }
        }
        time.advance(Duration.ofSeconds(1))

        assertThat(cancelled.await()).isInstanceOf(CancellationException::class.java)
        time.advance(Duration.ofMillis(100))
        assertThat(call.await()).isEqualTo("up")
    }

    @Test
    fun theDeadlineEndsTheCall_andItsAttempt() = test {
        val short = policy.toBuilder().attemptTimeout(Duration.ofMillis(400)).deadline(Duration.ofSeconds(1)).build()
        val call = started { runCatching { engine(short).callSuspending(Safety.readOnly()) { hang() } } }
        time.advance(Duration.ofSeconds(1))

        val thrown = call.await().exceptionOrNull() as GaveUpException
        assertThat(thrown.facts().elapsed()).isLessThanOrEqualTo(Duration.ofSeconds(1))
        assertThat(thrown.cause).isInstanceOf(AttemptTimeoutException::class.java)
    }

    @Test
    fun aCancelledCallerEndsTheAttempt_andNoneFollows() = test {
        val cancelled = CompletableDeferred<Throwable>()
        val call = started { engine().callSuspending(Safety.readOnly()) { hang(cancelled) } }

        call.cancelAndJoin()
        assertThat(cancelled.await()).isInstanceOf(CancellationException::class.java)
        time.advance(Duration.ofMinutes(1))

        assertThat(attempts).hasValue(1)
        assertThat(time.alarmsWaiting()).isZero()
    }

    @Test
    fun aCallerThatIsCancelledDuringADelay_startsNoFurtherAttempt() = test {
        val call = started { engine().callSuspending { fail() } }
        call.cancelAndJoin()
        time.advance(Duration.ofMinutes(1))

        assertThat(attempts).hasValue(1)
        assertThat(events.filterIsInstance<RetryEvent.Abandoned>().map { it.facts().reason() })
            .containsExactly(StopReason.CANCELLED)
    }

    @Test
    fun aCancellationThrownByTheWorkPasses_andIsNotRetried() = test {
        val thrown = runCatching {
            engine().callSuspending(Safety.readOnly()) { attempts.incrementAndGet(); throw CancellationException("stop") }
        }

        assertThat(thrown.exceptionOrNull()).isInstanceOf(CancellationException::class.java).hasMessage("stop")
        assertThat(attempts).hasValue(1)
    }

    @Test
    fun aTimeLimitOfTheWorksOwnIsATimeout_andMayBeRetried() = test {
        val call = started {
            engine().callSuspending(Safety.readOnly()) {
                if (it.isRetry) "up" else withTimeout(1.milliseconds) { awaitCancellation() }
            }
        }
        retryScheduled(1)
        time.advance(Duration.ofMillis(100))

        assertThat(call.await()).isEqualTo("up")
    }

    @Test
    fun nothingOutlivesTheCall_evenIfItIgnoresItsCancellation() = test {
        val finish = CompletableDeferred<Unit>()
        val once = policy.toBuilder().maxAttempts(1).build()
        val call = started {
            runCatching { engine(once).callSuspending { withContext(NonCancellable) { finish.await() } } }
        }
        time.advance(Duration.ofSeconds(2))
        assertThat(call.isCompleted).isFalse()

        finish.complete(Unit)
        assertThat(call.await().exceptionOrNull()).isInstanceOf(GaveUpException::class.java)
    }

    @Test
    fun anEngineInsideAnAttemptMakesOneAttempt_onWhicheverThread() = test {
        val inner = engine(policy.renamed("inner"))
        val call = started {
            runCatching {
                engine(policy.renamed("outer")).callSuspending {
                    withContext(Dispatchers.Default) {
                        assertThat(Deadline.remaining()).isPresent()
                        inner.callSuspending { fail() }
                    }
                }
            }
        }
        retryScheduled(1)
        time.advance(Duration.ofMillis(100))
        retryScheduled(2)
        time.advance(Duration.ofMillis(200))

        assertThat(call.await().exceptionOrNull()).isInstanceOf(GaveUpException::class.java)
        assertThat(attempts).hasValue(3)
        assertThat(Deadline.remaining()).isEmpty()
    }

    @Test
    fun aBlockingEngineInsideAnAttemptMakesOneAttemptToo() = test {
        val inner = engine(policy.renamed("inner"))
        val once = policy.toBuilder().maxAttempts(1).build()

        assertThat(
                runCatching {
                        engine(once).callSuspending {
                            withContext(Dispatchers.IO) { inner.call<String, Exception> { fail() } }
                        }
                    }
                    .isFailure
            )
            .isTrue()
        assertThat(attempts).hasValue(1)
    }

    @Test
    fun nothingIsRetriedInsideAnOpenTransaction() {
        val thrown = runCatching { OpenTransaction.around<String, Exception> { runBlocking { engine().callSuspending { fail() } } } }

        assertThat(thrown.isFailure).isTrue()
        assertThat(attempts).hasValue(1)
    }

    @Test
    fun theContextIsThatOfTheCaller(): Unit = runBlocking(CoroutineName("mine")) {
        val name = engine().callSuspending { currentCoroutineContext()[CoroutineName]?.name }

        assertThat(name).isEqualTo("mine")
    }

    @Test
    fun nullIsAValue(): Unit = runBlocking {
        val nothing: String? = engine().callSuspending { null }

        assertThat(nothing).isNull()
    }

    private fun fail(): String {
        attempts.incrementAndGet()
        throw ConnectException("refused")
    }

    private fun lose(): String {
        attempts.incrementAndGet()
        throw java.net.SocketTimeoutException("read timed out")
    }

    private suspend fun hang(cancelled: CompletableDeferred<Throwable> = CompletableDeferred()): String {
        attempts.incrementAndGet()
        try {
            awaitCancellation()
        } catch (e: Throwable) {
            cancelled.complete(e)
            throw e
        }
    }

    /** Waits until another thread has set the alarm of this retry. */
    private suspend fun retryScheduled(number: Int) {
        while (events.filterIsInstance<RetryEvent.RetryScheduled>().size < number || time.alarmsWaiting() == 0) {
            yield()
        }
    }

    /** A bound for tests that wait for another thread. */
    private fun test(body: suspend CoroutineScope.() -> Unit): Unit =
        runBlocking { withTimeout(60.seconds) { supervisorScope(body) } }
}
