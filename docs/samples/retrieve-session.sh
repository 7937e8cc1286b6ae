#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/v1/checkout/sessions/$SESSION" -H "Authorization: Bearer $BILLING_KEY"
