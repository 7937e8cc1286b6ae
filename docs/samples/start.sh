#!/usr/bin/env bash
set -euo pipefail

curl -X POST "$BILLING_URL/v1/subscriptions/$SUBSCRIPTION/start" -H "Authorization: Bearer $BILLING_KEY"
