import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type DrivenEngine = keyof typeof BROWSERS

/** No npm package brings these. `named` is the variable that names the program where it lies elsewhere. */
const BROWSERS = {
  firefox: {
    named: 'FIREFOX_PATH',
    paths: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/snap/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    ],
    needs: [],
    packages: 'firefox-esr',
  },
  webkit: {
    named: 'WEBKIT_DRIVER_PATH',
    paths: ['/usr/bin/WebKitWebDriver', '/usr/libexec/webkit2gtk-4.1/WebKitWebDriver'],
    needs: ['Xvfb'],
    packages: 'webkit2gtk-driver xvfb',
  },
}

/** The program that starts the browser which `npm run e2e:firefox` or `npm run e2e:webkit` drives. */
export function findDrivenBrowser(engine: DrivenEngine): string {
  const { named, paths, needs, packages } = BROWSERS[engine]
  const wanted = process.env[named]
  const path = (wanted ? [wanted] : paths).find(candidate => existsSync(candidate))
  const missing = [...(path ? [] : [wanted ?? paths[0]]), ...needs.filter(program => !isOnPath(program))]
  if (path && missing.length === 0) return path
  throw new Error(
    `Not found on this machine: ${missing.join(', ')}. ` +
      `On Debian: apt-get install ${packages}. Elsewhere ${named} may name the first.`,
  )
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, program)))
}
