#!/bin/sh
':' //; exec node --max-semi-space-size=4 "$0" "$@"
// A shell runs the line above, because env of BusyBox (Alpine) passes no flags; Node reads it as a text and a comment.
// Plain and old-fashioned, because it has to be understood by whatever Node there is.
const version = process.versions.node
if (Number(version.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or later, and Node ${version} answered. This brings one along: npx --yes -p node@24 -p @per-second/backend per-second\n`,
  )
  process.exit(2)
}
import('../dist/main.js')
