package com.example.shop;

import dev.oncemore.http.client.RetryingHttpClient;
import dev.oncemore.jackson.JacksonCodecs;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.task.Verdict;
import java.net.http.HttpClient;
import java.sql.Connection;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

@SpringBootApplication
public class ShopApplication {
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }

    @Bean
    JdbcStores stores(DataSource dataSource) {
        JdbcStores stores = JdbcStores.of(dataSource);
        stores.schema().apply();
        return stores;
    }

    @Bean
    TransactionalOperation<Receipt, Connection> pay(JdbcStores stores) {
        return Once.on(stores.records(), OnceSettings.standard().codecs(JacksonCodecs.standard()))
                .operation("payment:create", Receipt.class)
                .build();
    }

    @Bean
    TransactionalTasks<Connection> tasks(JdbcStores stores, Mailer mailer) {
        TransactionalTasks<Connection> tasks =
                Tasks.on(stores.tasks(), TaskSettings.standard().codecs(JacksonCodecs.standard()));
        tasks.handle("receipt-mail", String.class, (invoice, task) -> {
            mailer.send(invoice, task.key());
            return Verdict.done();
        });
        return tasks;
    }

    @Bean
    RestClient bank(RestClient.Builder builder) {
        HttpClient http = RetryingHttpClient.around(HttpClient.newHttpClient(), RetryPolicy.preset("api"));
        return builder.requestFactory(new JdkClientHttpRequestFactory(http)).build();
    }
}
