#!/usr/bin/env bash
set -euo pipefail

curl -g "$BILLING_URL/v1/invoices?status=paid&limit=100&period_end[gte]=1788652800" \
  -H "Authorization: Bearer $BILLING_KEY"
