package com.example.shop;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.spring.OncemoreClients;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.web.client.RestClient;

@SpringBootApplication
public class ShopApplication {
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }

    // snippet: client
    @Bean
    RestClient bank(RestClient.Builder builder, OncemoreClients clients) {
        return clients.apply(builder, "bank").build();
    }
    // end

    // snippet: callers
    @Bean
    @Profile("demo")
    IdempotencySettings oneCaller() {
        return IdempotencySettings.standard().callers(request -> Optional.of(Caller.of("demo")));
    }
    // end
}
