#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/_local/faucet" -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"wallet_address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "amount": "100"}'
