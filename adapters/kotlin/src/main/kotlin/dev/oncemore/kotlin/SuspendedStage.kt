package dev.oncemore.kotlin

import dev.oncemore.retry.CallScope
import dev.oncemore.retry.policy.Classification
import dev.oncemore.retry.policy.Classified
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeoutException
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.cancellation.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.ThreadContextElement
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch

/** Starts suspending work as a child of this scope. It sees the deadline and the owner that this thread sees now. */
internal fun <T> CoroutineScope.stageOf(work: suspend () -> T): SuspendedStage<T> {
    val stage = SuspendedStage<T>()
    val job = launch(ScopeElement(CallScope.capture())) { stage.run(work) }
    stage.watch(job)
    return stage
}

/** The end of suspending work, as the engines see it; cancelling the future cancels the work. */
internal class SuspendedStage<T> : CompletableFuture<T>() {
    @Volatile private var job: Job? = null

    @Volatile private var started = false

    suspend fun run(work: suspend () -> T) {
        started = true
        try {
            complete(work())
        } catch (e: TimeoutCancellationException) {
            // The work's own time limit: the coroutine itself was not cancelled.
            completeExceptionally(if (currentCoroutineContext().isActive) timeout(e) else e)
        } catch (e: Throwable) {
            completeExceptionally(e)
        }
    }

    /** Work that is cancelled before a thread was free does not run at all. */
    fun watch(launched: Job) {
        job = launched
        launched.invokeOnCompletion { cause ->
            if (cause != null && !started) {
                completeExceptionally(NotStarted(cause))
            }
        }
    }

    fun cancelWork() {
        job?.cancel()
    }

    override fun cancel(mayInterruptIfRunning: Boolean): Boolean {
        cancelWork()
        return false
    }

    private fun timeout(cause: TimeoutCancellationException): TimeoutException {
        val timeout = TimeoutException(cause.message)
        timeout.initCause(cause)
        return timeout
    }
}

/** Cancelled before it began: it certainly had no effect. */
private class NotStarted(cause: Throwable) :
    CancellationException("cancelled before it was started"), Classified {
    init {
        initCause(cause)
    }

    override fun classification(): Classification = Classification.transientFailure("cancelled before it was started")
}

/** Enters a scope of the engines on each thread that the coroutine continues on. */
internal class ScopeElement(private val scope: CallScope) :
    AbstractCoroutineContextElement(Key), ThreadContextElement<CallScope.Entered> {
    companion object Key : CoroutineContext.Key<ScopeElement>

    override fun updateThreadContext(context: CoroutineContext): CallScope.Entered = scope.enter()

    override fun restoreThreadContext(context: CoroutineContext, oldState: CallScope.Entered): Unit = oldState.close()
}
