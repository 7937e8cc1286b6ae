import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { DrivenBrowser } from './driven-page.ts'
import { openWebKitPage } from './open-webkit-page.ts'
import { isDriverReady } from './web-driver.ts'

const PATIENCE_MS = 20_000

/** Starts a WebKit without a screen: an X server that draws nowhere, and the driver at `driverPath`, which opens a browser a page. */
export async function startWebKit(driverPath: string): Promise<DrivenBrowser> {
  const screen = await startScreen()
  try {
    const port = await freePort()
    const driver = await startProcess(driverPath, ['--host=127.0.0.1', `--port=${port}`], 'ignore', {
      DISPLAY: screen.display,
      // WebKit's own sandbox cannot be entered by root.
      ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
    })
    const url = `http://127.0.0.1:${port}`
    await untilReady(url, driver)
    return {
      newPage: () => openWebKitPage(url),
      async close() {
        await stop(driver)
        await stop(screen.process)
      },
    }
  } catch (error) {
    await stop(screen.process)
    throw error
  }
}

/** The X server picks a free display and writes its number to the descriptor it is given. */
async function startScreen(): Promise<{ process: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1200x24', '-nolisten', 'tcp']
  const xvfb = await startProcess('Xvfb', args, ['ignore', 'ignore', 'ignore', 'pipe'])
  const [written] = await Promise.race([
    once(xvfb.stdio[3] as Readable, 'data'),
    once(xvfb, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code} before it had a display.`)
    }),
  ])
  return { process: xvfb, display: `:${String(written).trim()}` }
}

async function startProcess(
  command: string,
  args: string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
  await once(child, 'spawn')
  return child
}

async function untilReady(url: string, driver: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isDriverReady(url))) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`)
    if (performance.now() > deadline) throw new Error('WebKitWebDriver does not answer.')
    await delay(20)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
