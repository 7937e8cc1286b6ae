const client = require('@per-second/client')

import('./exercise.mjs')
  .then(({ exercise }) => exercise(client, process.env.BILLING_URL))
  .then(result => process.stdout.write(JSON.stringify(result)))
