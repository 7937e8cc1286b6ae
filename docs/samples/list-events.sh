#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/events?type=invoice.paid&limit=100" -H "Authorization: Bearer $BILLING_KEY"
