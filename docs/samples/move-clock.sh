#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/test_helpers/clock" -H "Authorization: Bearer $BILLING_KEY" \
  -H 'Content-Type: application/json' -d '{"frozen": true}'
curl "$BILLING_URL/v1/test_helpers/clock/advance" -H "Authorization: Bearer $BILLING_KEY" \
  -H 'Content-Type: application/json' -d '{"seconds": 3600}'
