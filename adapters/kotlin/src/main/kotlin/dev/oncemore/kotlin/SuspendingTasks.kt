@file:JvmName("SuspendingTasks")

package dev.oncemore.kotlin

import dev.oncemore.retry.CallScope
import dev.oncemore.task.TaskHandler
import dev.oncemore.task.TaskRun
import dev.oncemore.task.Verdict
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking

/**
 * Makes a task handler of suspending work. Its worker's thread waits for it, so the settings of the queue still say how
 * many run at once; a timeout and a shutdown cancel the coroutine.
 *
 * ```
 * tasks.handle("email", Email::class.java, suspendingHandler { email, task -> mailer.send(email, task.key()); Verdict.done() })
 * ```
 */
public fun <T : Any> suspendingHandler(work: suspend CoroutineScope.(T, TaskRun) -> Verdict): TaskHandler<T> =
    TaskHandler { payload, task -> runBlocking(ScopeElement(CallScope.capture())) { work(payload, task) } }
