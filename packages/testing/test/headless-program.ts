import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore, type Meter, openMeter } from '@per-second/authorise/headless'
import { verifyReceipt } from '@per-second/authorise/receipt'
import type { Hex } from '@per-second/protocol/types'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * A program that opens a meter of the first session, carries it on with each further one, cancels the last and prints the figures
 * of their receipts. It kills itself once, at the given step, which names the session by its place.
 */
const [baseUrl = '', key = '', folder = '', killAt = '', ...sessions] = process.argv.slice(2)
const killed = join(folder, 'killed')

function dieAt(step: string, session: string): void {
  if (`${step} ${sessions.indexOf(session)}` !== killAt || existsSync(killed)) return
  writeFileSync(killed, step)
  process.kill(process.pid, 'SIGKILL')
}

const account = privateKeyToAccount(key as Hex)
const { fetch } = globalThis
let now = ''
globalThis.fetch = async (input, init) => {
  const step = /(prepare|authorise|cancel)$/.exec(String(input))?.[0]
  dieAt(`before ${step}`, now)
  const response = await fetch(input, init)
  dieAt(`after ${step}`, now)
  return response
}
const signTypedData: typeof account.signTypedData = async data => {
  dieAt('before signature', now)
  appendFileSync(join(folder, 'signed'), `${now} ${(data.message as { nonce: string }).nonce}\n`)
  const signature = await account.signTypedData(data)
  dieAt('after signature', now)
  return signature
}

const meters: Meter[] = []
for (const session of sessions) {
  now = session
  const replaces = meters.at(-1)?.session
  const meter = await openMeter({
    ...{ session, baseUrl, email: 'agent@example.com', maxDurationSeconds: 600 },
    account: { ...account, signTypedData },
    limits: { maxEscrowUsd: '1' },
    store: fileStore(join(folder, 'store')),
    ...(replaces !== undefined && { replaces }),
  })
  meters.push(meter)
}
await meters.at(-1)?.cancel()
const receipts = await Promise.all(meters.map(meter => meter.receipt()))
process.stdout.write(
  JSON.stringify({
    seconds: (await Promise.all(meters.map(meter => meter.read()))).map(read => read.elapsed_seconds),
    charged: receipts.map(receipt => receipt.charged_usd),
    verified: await Promise.all(receipts.map(async receipt => (await verifyReceipt(receipt)).ok)),
  }),
)
