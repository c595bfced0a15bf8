package com.example.shop;

import java.math.BigDecimal;

// snippet: pay
public record Pay(String shop, String invoice, BigDecimal amount) {}
// end
