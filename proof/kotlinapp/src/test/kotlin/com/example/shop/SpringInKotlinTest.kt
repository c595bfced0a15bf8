package com.example.shop

import dev.oncemore.once.NotDoneException
import dev.oncemore.spring.DeclaredSafety
import dev.oncemore.spring.HandlesTask
import dev.oncemore.spring.Retrying
import dev.oncemore.spring.RunOnce
import dev.oncemore.task.TaskRun
import dev.oncemore.task.Tasks
import dev.oncemore.testkit.server.Sqlite
import java.util.concurrent.ConcurrentHashMap
import javax.sql.DataSource
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.autoconfigure.EnableAutoConfiguration
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import org.springframework.jdbc.core.simple.JdbcClient
import org.springframework.stereotype.Component
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

// snippet: pay
data class Pay(val shop: String, val invoice: String, val amount: Int)

data class Paid(val invoice: String, val amount: Int)

@Service
class Payments(private val jdbc: JdbcClient, private val tasks: Tasks) {
    @Retrying(policy = "bank", safety = DeclaredSafety.IDEMPOTENT)
    @Transactional
    @RunOnce(operation = "payment:create", tenant = "#pay.shop", key = "#pay.invoice")
    fun pay(pay: Pay): Paid {
        jdbc.sql("insert into payment (invoice, amount) values (?, ?)").params(pay.invoice, pay.amount).update()
        tasks.enqueue("receipt-mail", pay)
        return Paid(pay.invoice, pay.amount)
    }
}

@Component
class ReceiptMailer {
    val sent = ConcurrentHashMap<String, String>()

    @HandlesTask("receipt-mail")
    fun mail(pay: Pay, run: TaskRun) {
        sent.putIfAbsent(run.key(), pay.invoice)
    }
}
// end

@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Payments::class, ReceiptMailer::class)
class KotlinShop {
    @Bean
    fun dataSource(): DataSource = DATABASE.dataSource()

    companion object {
        private val DATABASE = Sqlite.freshDatabase()
    }
}

@SpringBootTest(
    classes = [KotlinShop::class],
    properties = [
        "oncemore.tasks.workers=false",
        "oncemore.policies.bank.preset=api",
        "oncemore.policies.bank.attempt-timeout=20s", // a busy machine must not fail the test
        "oncemore.policies.bank.deadline=60s",
    ],
)
class SpringInKotlinTest {
    @Autowired
    private lateinit var payments: Payments

    @Autowired
    private lateinit var mailer: ReceiptMailer

    @Autowired
    private lateinit var tasks: Tasks

    @Autowired
    private lateinit var jdbc: JdbcClient

    @Test
    fun aPaymentIsMadeOnceAndItsTaskRuns() {
        jdbc.sql("create table payment (invoice text, amount integer)").update()

        val first = payments.pay(Pay("acme", "inv-001", 4_900))
        val second = payments.pay(Pay("acme", "inv-001", 4_900))
        tasks.manualWorker().runAll()

        assertThat(second).isEqualTo(first).isEqualTo(Paid("inv-001", 4_900))
        assertThat(jdbc.sql("select count(*) from payment").query(Long::class.java).single()).isEqualTo(1)
        assertThat(mailer.sent.values).containsExactly("inv-001")
        assertThatThrownBy { payments.pay(Pay("acme", "inv-001", 5_000)) }.isInstanceOf(NotDoneException::class.java)
    }
}
