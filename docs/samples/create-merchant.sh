#!/usr/bin/env bash
set -euo pipefail

curl -X POST "$BILLING_URL/_local/merchants" -H "Authorization: Bearer $ADMIN_TOKEN"
