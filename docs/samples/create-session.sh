#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/checkout/sessions" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -H "Idempotency-Key: order-4711" \
  -d '{"product": "'"$PRODUCT"'",
       "success_url": "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
       "cancel_url": "https://shop.example/cart"}'
