#!/usr/bin/env node
// Plain and old-fashioned, because any Node has to understand it.
const version = process.versions.node
if (Number(version.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or later, and Node ${version} answered. This brings one along: npx --yes -p node@24 -p @per-second/backend per-second\n`,
  )
  process.exit(2)
}
// The first line passes no flag, because env of BusyBox (Alpine) takes none: the process starts itself again, with the same id.
const SMALL_YOUNG_SPACE = '--max-semi-space-size=4'
if (process.execve && !process.execArgv.includes(SMALL_YOUNG_SPACE)) {
  const flags = process.execArgv.concat(SMALL_YOUNG_SPACE, process.argv.slice(1))
  process.execve(process.execPath, [process.execPath].concat(flags))
}
import('../dist/main.js')
