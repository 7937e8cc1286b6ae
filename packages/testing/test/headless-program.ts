import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore, openMeter } from '@per-second/authorise/headless'
import type { Hex } from '@per-second/protocol/types'
import { privateKeyToAccount } from 'viem/accounts'

/** A program that opens a meter and prints its id. It kills itself once, at the given step. */
const [session = '', baseUrl = '', key = '', folder = '', killAt = ''] = process.argv.slice(2)
const killed = join(folder, 'killed')

function dieAt(step: string): void {
  if (step !== killAt || existsSync(killed)) return
  writeFileSync(killed, step)
  process.kill(process.pid, 'SIGKILL')
}

const account = privateKeyToAccount(key as Hex)
const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const step = String(input).endsWith('/authorise') ? 'authorise' : 'other'
  dieAt(`before ${step}`)
  const response = await fetch(input, init)
  dieAt(`after ${step}`)
  return response
}
const meter = await openMeter({
  ...{ session, baseUrl, email: 'agent@example.com', maxDurationSeconds: 600 },
  account: {
    ...account,
    signTypedData: async data => {
      dieAt('before the signature')
      appendFileSync(join(folder, 'signed'), `${(data.message as { nonce: string }).nonce}\n`)
      const signature = await account.signTypedData(data)
      dieAt('after the signature')
      return signature
    },
  },
  limits: { maxEscrowUsd: '1' },
  store: fileStore(join(folder, 'store')),
})
process.stdout.write(`${meter.id}\n`)
