const required = require('@per-second/client')

import('@per-second/client').then(imported =>
  process.stdout.write(JSON.stringify({ oneCopy: required.BillingError === imported.BillingError })),
)
