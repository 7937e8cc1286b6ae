#!/usr/bin/env bash
set -euo pipefail

curl "$BILLING_URL/_local/faults" -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H 'Content-Type: application/json' -d '{"kind": "lost_response", "count": 1, "path": "/v1/products"}'
