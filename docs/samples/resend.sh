#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/events/$EVENT/resend" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -d "{\"webhook_endpoint\": \"$ENDPOINT\"}"
