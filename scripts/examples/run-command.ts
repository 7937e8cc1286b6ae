import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { environmentOfItsOwn } from '../../packages/protocol/src/service-variables.ts'

/** The environment of a merchant's shell, without variables of this repository, or of another service. */
function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = environmentOfItsOwn(process.env)
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', ...more }
}

/** Runs a command to its end, and returns its output. @throws with all that it said where it fails */
export async function runCommand(
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd: folder, env: environment(env) })).stdout
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${`${stdout}${stderr}`.slice(-2_000)}`, { cause })
  }
}

/** A running program: its output so far, and how to end it. */
export type Program = { said(): string; stop(): Promise<void> }

/**
 * Starts a program and waits for the output that shows that it is ready.
 *
 * @throws with its whole output when it ends before, or prints no such line in time
 */
export async function startProgram(
  folder: string,
  command: readonly [string, ...string[]],
  options: { env?: Record<string, string>; ready: RegExp; withinMs: number },
): Promise<Program> {
  const [name, ...args] = command
  const child: ChildProcess = spawn(name, args, {
    cwd: folder,
    env: environment(options.env ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts others: they are ended together.
    detached: true,
  })
  const ended = once(child, 'exit')
  let said = ''
  const { promise: ready, resolve } = Promise.withResolvers<true>()
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (options.ready.test(said)) resolve(true)
    })
  const stop = async () => {
    if (child.exitCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  const { promise: late, resolve: giveUp } = Promise.withResolvers<false>()
  const timer = setTimeout(giveUp, options.withinMs, false)
  const isReady = await Promise.race([ready, late, ended.then(() => false)])
  clearTimeout(timer)
  if (isReady) return { said: () => said, stop }
  await stop()
  throw new Error(`${command.join(' ')} was not ready:\n${said.slice(-2_000)}`)
}
