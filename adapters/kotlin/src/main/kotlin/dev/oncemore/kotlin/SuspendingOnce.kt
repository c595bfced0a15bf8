@file:JvmName("SuspendingOnce")

package dev.oncemore.kotlin

import dev.oncemore.once.Claim
import dev.oncemore.once.KeyedOperation
import dev.oncemore.once.Outcome
import dev.oncemore.retry.CallScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runInterruptible
import kotlinx.coroutines.supervisorScope

/**
 * Runs a suspending effect on another system, under a lease. The effect runs in the context of the caller; the claim, and
 * the wait for another caller's effect, are made on [Dispatchers.IO].
 *
 * ```
 * val paid = pay.key("acme", "inv-001").runSuspending(request) { claim -> bank.charge(request, claim.downstreamKey()) }
 * ```
 *
 * If the caller is cancelled, so is the effect, and its outcome is unknown unless it had not begun: the record says so,
 * and the next call does what the operation declared for unknown outcomes.
 *
 * @throws IllegalStateException inside an open transaction, whose rollback would not undo the record
 */
public suspend fun <T : Any> KeyedOperation<T>.runSuspending(
    payload: Any,
    effect: suspend (Claim) -> T,
): Outcome<T> = supervisorScope {
    val stage =
        runInterruptible(Dispatchers.IO + ScopeElement(CallScope.capture())) {
            runAsync(payload) { claim -> stageOf { effect(claim) } }
        }
    stage.await()
}
