#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/subscriptions/$SUBSCRIPTION" -H "Authorization: Bearer $BILLING_KEY"
