package dev.oncemore.spring;

import dev.oncemore.retry.Retries;
import dev.oncemore.retry.RetryListener;
import java.net.http.HttpClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

/** Spring's HTTP clients with the policies of the application. */
@AutoConfiguration(after = OncemoreAutoConfiguration.class)
@ConditionalOnClass(RestClient.class)
class OncemoreClientsAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    OncemoreClients oncemoreClients(
            Retries retries, ObjectProvider<HttpClient> client, ObjectProvider<RetryListener> listeners) {
        return new OncemoreClients(
                retries, () -> client.getIfAvailable(HttpClient::newHttpClient), Listeners.ofRetries(listeners));
    }
}
