package dev.oncemore.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostResponseTest {
    @Test
    void theResponseIsLost_theClientTriesAgain_andThereIsOnePayment() throws Exception {
        List<String> told = new ArrayList<>();
        assertThat(LostResponse.play(told::add)).containsExactly("{\"amount\": 50}");
        assertThat(told).hasSize(4);
        assertThat(told.get(0)).isEqualTo("attempt 1: the response was lost; payments so far: 1");
        assertThat(told.get(1)).isEqualTo("attempt 2: 201 (replayed) {\"number\": 1}");
        assertThat(told.get(2)).startsWith("another amount, same key: 422 {\"type\":");
        assertThat(told.get(3)).isEqualTo("payments: [{\"amount\": 50}]");
    }
}
