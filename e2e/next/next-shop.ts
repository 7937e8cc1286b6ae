import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SHOP_FILES } from './shop.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

/** A shop in a folder of its own, with its npm packages: ours as they would be published, Next.js from the registry. */
export class NextShop {
  // Playwright loads the spec in several processes, and only one of them installs.
  #folder = ''
  #server: ChildProcess | null = null

  install(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'per-second-next-'))
    for (const [name, text] of Object.entries(SHOP_FILES)) {
      mkdirSync(dirname(join(this.#folder, name)), { recursive: true })
      writeFileSync(join(this.#folder, name), text.trimStart())
    }
    for (const name of ['protocol', 'contracts', 'authorise'])
      npm(REPOSITORY, 'run', '--silent', 'build', '-w', `@per-second/${name}`)
    npm(REPOSITORY, 'run', '--silent', 'pack', '--', this.#folder, 'authorise')
    npm(this.#folder, 'install', '--no-audit', '--no-fund', '--no-package-lock')
  }

  build(): void {
    execFileSync(process.execPath, [this.#next, 'build'], { ...this.#options, stdio: 'pipe' })
  }

  /** Serves the shop on a free port, and returns its address. */
  async serve(mode: 'dev' | 'start'): Promise<string> {
    const server = spawn(process.execPath, [this.#next, mode, '--port', '0'], {
      ...this.#options,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#server = server
    let said = ''
    for await (const text of server.stdout.setEncoding('utf8')) {
      said += text
      const [, url] = /Local:\s+(http:\S+)/.exec(said) ?? []
      if (url && /Ready/.test(said)) {
        server.stdout.resume()
        return url
      }
    }
    throw new Error(`Next.js did not start:\n${said}`)
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server || server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill()
    await gone
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #next(): string {
    return join(this.#folder, 'node_modules/next/dist/bin/next')
  }

  get #options() {
    const { NODE_OPTIONS: _, ...env } = process.env
    return { cwd: this.#folder, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } }
  }
}

function npm(folder: string, ...parameters: string[]): void {
  const { NODE_OPTIONS: _, ...env } = process.env
  execFileSync('npm', parameters, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
}
