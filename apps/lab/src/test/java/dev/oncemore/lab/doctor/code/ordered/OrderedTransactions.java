package dev.oncemore.lab.doctor.code.ordered;

import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Its order is lower than that of the retries, so that the transaction is further outside. */
@EnableTransactionManagement(order = 0)
@EnableResilientMethods
class OrderedTransactions {

    @Retryable(includes = IllegalStateException.class, jitter = 50)
    @Transactional
    public void both() {}
}
