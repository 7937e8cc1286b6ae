import { existsSync } from 'node:fs'

const SYSTEM_FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** The Firefox that `npm run e2e:firefox` drives: the one `FIREFOX_PATH` names, else the system's. No npm package brings one. */
export function findFirefox(): string {
  const named = process.env.FIREFOX_PATH
  const path = named ?? SYSTEM_FIREFOX.find(candidate => existsSync(candidate))
  if (path && existsSync(path)) return path
  throw new Error(
    `${named ? `There is no Firefox at ${named}.` : 'No Firefox was found on this machine.'} ` +
      'Install one (on Debian: apt-get install firefox-esr), or name one with FIREFOX_PATH.',
  )
}
