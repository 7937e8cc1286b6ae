#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/webhook_endpoints/$ENDPOINT" \
  -H "Authorization: Bearer $BILLING_KEY" -H 'Content-Type: application/json' \
  -d '{"rotate_secret": true}'
