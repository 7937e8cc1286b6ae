#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/products" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -d '{"name": "Desk by the window", "rate_usd_per_second": "0.0014", "allow_pause": true}'
