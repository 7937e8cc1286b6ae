import { setTimeout as delay } from 'node:timers/promises'
import { fileStore, openMeter } from '@per-second/authorise/headless'
import { verifyReceipt } from '@per-second/authorise/receipt'
import { http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const {
  AGENT_KEY,
  BILLING_URL = 'http://127.0.0.1:4243',
  RPC_URL,
  SHOP_URL = 'http://localhost:3000',
} = process.env
const common = {
  baseUrl: BILLING_URL,
  account: privateKeyToAccount(AGENT_KEY),
  email: 'agent@example.com',
  maxDurationSeconds: 600,
  // Nothing beyond these is signed, whatever the shop or the service says.
  limits: { maxEscrowUsd: '0.50', maxRateUsdPerSecond: '0.000692' },
  // Called again with the same session and this folder, openMeter submits the same signature. Keep the session, too.
  store: fileStore('meters'),
  ...(RPC_URL && { chain: { transport: http(RPC_URL) } }),
}

const first = await openMeter({ ...common, session: await newSession() })
console.log(`rented: ${first.id}`)
await work()

// More work than expected: the next meter starts in the second in which the first one stops.
const second = await openMeter({ ...common, session: await newSession(), replaces: first.session })
console.log(`carried on: ${second.id}`)
await work()

const { elapsed_seconds, refunded_usd } = await second.cancel()
console.log(`canceled after ${elapsed_seconds} s, ${refunded_usd} AUSD refunded`)
const receipt = await second.receipt()
const { ok } = await verifyReceipt(receipt)
console.log(`receipt: ${receipt.charged_usd} AUSD charged, ${ok ? 'verified' : 'not verified'}`)
console.log(JSON.stringify(receipt, null, 2))

/** The shop offers its machine, and the service what it costs. */
async function newSession() {
  const answer = await fetch(`${SHOP_URL}/rent`, { method: 'POST' })
  if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`)
  return (await answer.json()).session
}

async function work() {
  await delay(2_000)
}
