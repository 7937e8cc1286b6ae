#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/webhook_endpoints" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -d '{"url": "https://shop.example/hooks/billing",
       "events": ["checkout.session.completed", "invoice.paid", "subscription.ended", "subscription.canceled"]}'
