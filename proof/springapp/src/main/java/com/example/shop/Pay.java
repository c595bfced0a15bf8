package com.example.shop;

import java.math.BigDecimal;

public record Pay(String shop, String invoice, BigDecimal amount) {}
