import type { RunOptions } from '../options/run-options.ts'
import { type RealServiceLine, type RunningService, startService } from '../start/start-service.ts'
import { openLog } from './open-log.ts'

/**
 * How long the service may take to end, in milliseconds of real time: a silent part must not keep a process that was
 * told to end.
 */
const END_MILLIS = 4_000

/** Runs the service until SIGTERM or SIGINT. Resolves when it is ready: one line on stdout, or a few for people. */
export async function serve(options: RunOptions): Promise<void> {
  const log = openLog(options)
  // A start may be ended at any instant. As the first process of a container it would ignore a signal that nothing handles.
  let finish = (code: 0 | 1): void => process.exit(code)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => finish(0))
  const { line, lost, stop } = await startService(options, log)
  process.stdout.write(options.json ? `${JSON.stringify(line)}\n` : introduce(line, options))
  let stopping = false
  finish = code => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.warn('a component did not stop in time, exiting without it')
      process.exit(code)
    }, END_MILLIS)
    stop().then(
      () => process.exit(code),
      error => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  void lost.then(reason => {
    process.stderr.write(`${reason.message}\n`)
    finish(1)
  })
}

/** The chain of a mode, and whose gas it takes. */
function describeChain(label: string, line: RealServiceLine, mode: 'test' | 'live'): string[] {
  const chain = line.chains[mode]
  if (chain === null) return [`${label}no chain`]
  const balance = line.operator_balances[mode]
  const { symbol, decimals } = chain.native_currency
  const has = balance === null ? 'its chain does not answer' : `${coin(balance, decimals)} ${symbol}`
  return [`${label}${chain.name} (chain ${chain.chain_id})`, `  its operator    ${chain.operator}, ${has}`]
}

/** Whole coins, rounded down to six digits behind the point. */
function coin(wei: string, decimals: number): string {
  const digits = wei.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).slice(0, 6)}`
}

function introduce(line: RunningService['line'], options: RunOptions): string {
  const chains =
    'chain' in line
      ? [
          `Embedded chain    ${line.chain.rpc_url} (chain ${line.chain.chain_id})`,
          `Test key          ${line.merchant.test_key}`,
          `Test wallet       <script src="${line.url}/_local/test-wallet.js"></script>`,
        ]
      : describeChain('Test mode         ', line, 'test').concat(
          describeChain('Live mode         ', line, 'live'),
        )
  return [
    `Billing service   ${line.url}`,
    `Documentation     ${line.url}/docs`,
    ...chains,
    `Data folder       ${options.data}`,
    'Ctrl-C stops it.',
    '',
  ].join('\n')
}
