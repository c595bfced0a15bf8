package com.example.shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;

// snippet: receipt
public record Receipt(String invoice, BigDecimal amount, Instant paidAt, Set<String> labels) {}
// end
