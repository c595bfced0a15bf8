package com.example.shop

import dev.oncemore.jackson.JacksonCodecs
import dev.oncemore.jdbc.JdbcStores
import dev.oncemore.jdbc.transaction.Transactions
import dev.oncemore.kotlin.callSuspending
import dev.oncemore.kotlin.runSuspending
import dev.oncemore.kotlin.suspendingHandler
import dev.oncemore.once.Once
import dev.oncemore.once.OnceSettings
import dev.oncemore.once.Outcome
import dev.oncemore.retry.Retry
import dev.oncemore.retry.Safety
import dev.oncemore.retry.policy.Backoff
import dev.oncemore.retry.policy.RetryPolicy
import dev.oncemore.task.TaskSettings
import dev.oncemore.task.Tasks
import dev.oncemore.task.Verdict
import dev.oncemore.testkit.server.Sqlite
import dev.oncemore.time.VirtualTime
import java.net.ConnectException
import java.sql.SQLException
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import tools.jackson.databind.json.JsonMapper
import tools.jackson.module.kotlin.kotlinModule

data class Order(val id: String, val cents: Int)

data class Receipt(val number: String, val order: String)

class KotlinGuideTest {
    private val database = Sqlite.freshDatabase()
    private val dataSource = database.dataSource()
    private val bank = Bank()
    private val mailer = Mailer()
    private val order = Order("o-7", 4_900)

    @AfterEach
    fun close() = database.close()

    @Test
    fun theCompilerIsThatOfSpringBoot() {
        assertThat(KotlinVersion.CURRENT.toString()).startsWith("2.3.")
    }

    @Test
    fun aCall(): Unit = runBlocking {
        // snippet: retry
        val api = Retry.preset("api")

        val balance = api.callSuspending(Safety.readOnly()) { bank.balance("acme") }
        val payment = api.callSuspending(Safety.keyed("k-1")) { attempt -> bank.charge(order, attempt.key().get()) }
        // end

        assertThat(balance).isEqualTo(100)
        assertThat(payment.order).isEqualTo("o-7")
    }

    @Test
    fun blockingCalls() {
        val bank = Retry.preset("api")
        val api = BlockingBank()
        val account = "acme"
        val key = "k-1"
        // snippet: blocking
        val balance = bank.call<_, Exception> { api.balance(account) }
        bank.run<Exception> { api.ping() }
        val receipt = bank.attempt<_, Exception>(Safety.keyed(key)) { api.charge(order, key, it.remaining()) }
        // end

        assertThat(balance).isEqualTo(100)
        assertThat(receipt.order).isEqualTo("o-7")
    }

    @Test
    fun anEffect(): Unit = runBlocking {
        // snippet: once
        val stores = JdbcStores.of(dataSource)
        stores.schema().apply()
        val codecs = JacksonCodecs.of(JsonMapper.builder().addModule(kotlinModule()).build()) // data classes as JSON
        val pay = Once.on(stores.records(), OnceSettings.standard().codecs(codecs))
            .operation("payment:create", Receipt::class.java)
            .build()

        val outcome = pay.key("acme", order.id).runSuspending(order) { claim ->
            bank.charge(order, claim.downstreamKey())
        }
        when (outcome) {
            is Outcome.Done -> println("paid: ${outcome.value().number}")
            else -> println("not paid: $outcome")
        }
        // end

        val again = pay.key("acme", order.id).runSuspending(order) { error("it happened") }
        assertThat(again.require()).isEqualTo(outcome.require())
        assertThat(bank.charges).hasSize(1)
    }

    @Test
    fun anEffectInTheSameDatabase() {
        val stores = JdbcStores.of(dataSource)
        stores.schema().apply()
        val codecs = JacksonCodecs.of(JsonMapper.builder().addModule(kotlinModule()).build())
        dataSource.connection.use { it.createStatement().execute("create table payment (id text primary key)") }
        // snippet: transaction
        val pay = Once.on(stores.records(), OnceSettings.standard().codecs(codecs))
            .operation("payment:book", Receipt::class.java)
            .build()

        val receipt = Transactions.on(dataSource).run<Receipt, SQLException> { connection ->
            pay.within(connection).key("acme", order.id).run<SQLException>(order) {
                connection.prepareStatement("insert into payment values (?)").use {
                    it.setString(1, order.id)
                    it.executeUpdate()
                }
                Receipt("r-1", order.id)
            }.require()
        }
        // end

        assertThat(receipt.number).isEqualTo("r-1")
    }

    @Test
    fun aTask() {
        val stores = JdbcStores.of(dataSource)
        stores.schema().apply()
        // snippet: task
        val tasks = Tasks.on(stores.tasks(), TaskSettings.standard())
        tasks.handle("welcome-mail", String::class.java, suspendingHandler<String> { address, task ->
            mailer.send(address, task.key())
            Verdict.done()
        })

        Transactions.on(dataSource).run<_, SQLException> { connection ->
            tasks.within(connection).enqueue("welcome-mail", "ann@example.com") // commits with your rows
        }
        // end
        tasks.manualWorker().runAll()

        assertThat(mailer.sent.values).containsExactly("ann@example.com")
    }

    // snippet: test
    @Test
    fun retriesAfterADelay(): Unit = runBlocking {
        val time = VirtualTime()
        val policy = RetryPolicy.named("bank").backoff(Backoff.exponential(Duration.ofMillis(100)).noJitter()).build()
        val retry = Retry.builder(policy).virtualTime(time).build()

        val call = async(Dispatchers.Unconfined, CoroutineStart.UNDISPATCHED) { // runs here until it waits
            retry.callSuspending { attempt -> if (attempt.isRetry) "up" else throw ConnectException("refused") }
        }
        time.advance(Duration.ofMillis(100))

        assertThat(call.await()).isEqualTo("up")
    }
    // end

    class Bank {
        val charges = ConcurrentHashMap<String, Receipt>()

        suspend fun balance(account: String): Int {
            delay(1)
            return if (account == "acme") 100 else 0
        }

        suspend fun charge(order: Order, key: String): Receipt {
            delay(1)
            return charges.computeIfAbsent(key) { Receipt("r-${charges.size + 1}", order.id) }
        }
    }

    class BlockingBank {
        fun balance(account: String): Int = if (account == "acme") 100 else 0

        fun ping() = Unit

        fun charge(order: Order, key: String, remaining: Duration): Receipt = Receipt("$key within $remaining", order.id)
    }

    class Mailer {
        val sent = ConcurrentHashMap<String, String>()

        suspend fun send(address: String, key: String) {
            delay(1)
            sent.putIfAbsent(key, address)
        }
    }
}
