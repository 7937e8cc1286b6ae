#!/usr/bin/env bash
set -euo pipefail

curl --fail "$BILLING_URL/readyz"
curl --fail "$BILLING_URL/metrics" -H "Authorization: Bearer $ADMIN_TOKEN"
