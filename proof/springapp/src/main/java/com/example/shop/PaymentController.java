package com.example.shop;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

// snippet: endpoint
@RestController
class PaymentController {
    private final Payments payments;

    PaymentController(Payments payments) {
        this.payments = payments;
    }

    @PostMapping("/payments")
    Receipt pay(@RequestBody Pay pay) {
        return payments.pay(pay);
    }
}
// end
