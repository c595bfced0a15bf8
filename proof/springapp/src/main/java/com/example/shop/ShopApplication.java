package com.example.shop;

import dev.oncemore.spring.OncemoreClients;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
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
}
