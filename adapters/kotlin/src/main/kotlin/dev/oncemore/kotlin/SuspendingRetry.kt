@file:JvmName("SuspendingRetry")

package dev.oncemore.kotlin

import dev.oncemore.retry.Attempt
import dev.oncemore.retry.Retry
import dev.oncemore.retry.Safety
import kotlinx.coroutines.future.await
import kotlinx.coroutines.supervisorScope

/**
 * Calls suspending work, which is attempted again if that is safe and useful. Delays hold no thread, and attempts run in
 * the context of the caller.
 *
 * ```
 * val balance = bank.callSuspending { api.balance(account) }
 * ```
 *
 * A lost reply is not retried, because the call is not declared safe to repeat. If the caller is cancelled, so is the
 * running attempt, and none follows. A timeout cancels the attempt; like `withTimeout`, the call waits until work that
 * ignores its cancellation has ended. A `withTimeout` of the work's own counts as a timeout, which may be retried; any
 * other [kotlin.coroutines.cancellation.CancellationException] passes.
 *
 * @throws dev.oncemore.retry.GaveUpException if the call failed for good; a failure that is not retryable is thrown as it
 *   is
 */
public suspend fun <T> Retry.callSuspending(work: suspend (Attempt) -> T): T =
    callSuspending(Safety.undeclared(), work)

/** As [callSuspending], and declares how safe it is to repeat the call. */
public suspend fun <T> Retry.callSuspending(safety: Safety, work: suspend (Attempt) -> T): T =
    supervisorScope {
        callAsync(safety) { attempt ->
            val running = stageOf { work(attempt) }
            attempt.onCancel(running::cancelWork)
            running
        }.await()
    }
