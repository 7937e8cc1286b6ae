// Every npm script starts here: npm puts node_modules/.bin first on the PATH, so this runs on the pinned Node 24 unless the
// package that brings it was not installed.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isInstalled = existsSync(new URL('../node_modules/node', import.meta.url))
if (!isInstalled) {
  console.error(
    'The packages of this repository are not installed. Run "npm ci" in it.\n' +
      'If it still says so, npm left development packages out (NODE_ENV=production): npm ci --include=dev',
  )
  process.exit(1)
}
if (major < 24) {
  console.error(
    `This repository runs on Node 24 and brings it along, but Node ${major}.${minor} answered.\n` +
      'Start this through npm (for example "npm run demo").\n' +
      'If it still says so, npm was told not to run install scripts: npm ci --ignore-scripts=false',
  )
  process.exit(1)
}
