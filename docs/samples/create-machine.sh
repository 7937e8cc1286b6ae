#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/products" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -d '{"name": "H100, once it has booted", "rate_usd_per_second": "0.000692", "start_mode": "merchant"}'
