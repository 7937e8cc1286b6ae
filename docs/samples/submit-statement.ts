import { readFile } from 'node:fs/promises'
import { createClient } from '@per-second/client'
import { createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const { STATEMENT_FILE = '', PRIVATE_KEY, RPC_URL = '' } = process.env
const statement = JSON.parse(await readFile(STATEMENT_FILE, 'utf8'))
const wallet = createWalletClient({
  account: privateKeyToAccount(PRIVATE_KEY as `0x${string}`),
  chain: defineChain({
    id: statement.chain_id,
    name: 'the network of the statement',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [RPC_URL] } },
  }),
  transport: http(),
})
// The client needs no service for this.
const billing = createClient({ apiKey: 'sk_live_gone', baseUrl: 'https://gone.example' })
console.log(await billing.statements.submit(statement, wallet))
