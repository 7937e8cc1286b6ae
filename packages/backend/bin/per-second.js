#!/usr/bin/env -S node --max-semi-space-size=4
// Plain and old-fashioned, because it has to be understood by whatever Node there is.
const version = process.versions.node
if (Number(version.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or later, and Node ${version} answered. This brings one along: npx --yes -p node@24 -p @per-second/backend per-second\n`,
  )
  process.exit(2)
}
import('../dist/main.js')
