import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { EMBEDDED_CHAIN_ID } from '@per-second/protocol/chains'
import type { Address, Hex, Product, Subscription } from '@per-second/protocol/types'
import { parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { operatorOf } from '../../src/domain/operator-of.ts'
import { openPostgresStorage } from '../../src/storage/postgres/postgres-storage.ts'
import { type ChainOfOthers, startChainOfOthers } from '../chain-of-others.ts'
import { eventually } from '../eventually.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import { type BookedBackend, checkMerchant, sum } from '../kills/check-books.ts'
import { makeMerchant } from '../make-merchant.ts'
import { balanceOf, type MadeMerchant, merchantServerOn } from '../merchant.ts'
import { startPostgres } from '../postgres-server.ts'
import { createStubbornSubscriber, FUNDS } from '../stubborn-subscriber.ts'
import { createCaller } from '../subscriber.ts'
import { Cluster, type Process } from './cluster.ts'

const PROCESSES = 4
const NEWCOMERS = 3
const BOOKED_WITHIN_MILLIS = 120_000

export type ShardsReport = {
  kills: number
  subscriptions: number
  invoices: number
  /** What each of the three operators has sent. */
  transactions: number[]
  /** So many processes held an operator's lease at the same time, at most. */
  mostHolders: number
  seconds: number
}

type Operator = { key: Hex; address: Address }
type Shop = { made: MadeMerchant; product: Product }
type Customer = {
  shop: Shop
  person: ReturnType<typeof createStubbornSubscriber>
  pauses: number
}

/**
 * Four processes share two operators on one database and one chain, and are killed and started again while merchants of both have
 * customers who come, pause, resume and leave. After half of the kills a third operator comes in, by restarts one after the other. At the
 * end nothing may be lost, nothing may have happened twice, and every meter was ended by the operator in its terms.
 *
 * @param options.seed decides what is killed and when, though not what the machine does meanwhile
 * @throws {assert.AssertionError} naming what is wrong
 */
export async function runShards(options: {
  kills: number
  seed: number
  progress?: (done: number) => void
}): Promise<ShardsReport> {
  // Two streams: how often the load asks for chance must not change what is killed.
  const random = createRandom(options.seed)
  const wishes = createRandom(options.seed + 1)
  const started = performance.now()
  const [server, others] = await Promise.all([startPostgres(), startChainOfOthers()])
  const database = await server.newDatabase()
  const storage = await openPostgresStorage(database)
  let cluster: Cluster | null = null
  try {
    const access = ['--database-url', database]
    const made = [await makeMerchant(...access), await makeMerchant(...access), await makeMerchant(...access)]
    const operators = operatorsFor(made)
    for (const { address } of operators) await others.giveGasMoney(address)
    const [first, second, third] = operators.map(({ key }) => key)
    const feeRecipient = privateKeyToAddress(generatePrivateKey())
    const fleet = new Cluster(others, database, `${first}+${second}`, [
      ...['--settle-every', '1', '--min-settlement', '0', '--fee-recipient', feeRecipient, '--log', 'warn'],
    ])
    cluster = fleet
    for (let count = 0; count < PROCESSES; count += 1) await fleet.start()
    const shops = await Promise.all(
      made.map(async made => ({
        made,
        product: await fleet.stubbornly(process =>
          merchantServerOn(process, made).product({ rate_usd_per_second: '0.0001373', allow_pause: true }),
        ),
      })),
    )

    const customers: Customer[] = []
    const visits: Promise<void>[] = []
    const failures: unknown[] = []
    const welcome = async (shop: Shop) => {
      const line = booked([...fleet.alive][0] as Process, others, shop)
      const person = createStubbornSubscriber(`${customers.length}`, line as never, shop.product.id)
      const customer = { shop, person, pauses: 0 }
      customers.push(customer)
      await others.fund(person.account.address, FUNDS)
      person.memory.funded = true
      visits.push(visit(fleet, others, customer, wishes).catch(error => void failures.push(error)))
    }
    const sharing = watchSharing(fleet)
    let mostHolders = 0
    let before: Subscription[] = []

    for (let kill = 0; kill < options.kills; kill += 1) {
      options.progress?.(kill)
      if (kill === Math.floor(options.kills / 2)) {
        before = await meters(fleet, shops)
        // First what can end a meter of the third, then what opens one.
        for (const keys of [`${first}+${second},${third}`, `${first}+${second}+${third}`]) {
          fleet.operatorKeys = keys
          for (const process of [...fleet.alive]) {
            await fleet.end(process, 'SIGTERM')
            await fleet.start(process.folder)
          }
        }
      }
      for (let index = 0; index < NEWCOMERS; index += 1)
        await welcome(shops[(kill + index) % shops.length] as Shop)
      await delay(200 + random.next() * 1_500)
      // The first one holds everything as long as it lives: those that follow are to share it.
      const victim = kill === 0 ? [...fleet.alive][0] : random.pick([...fleet.alive])
      await fleet.end(victim as Process, 'SIGKILL')
      await fleet.start((victim as Process).folder)
      assert.deepEqual(failures, [])
      mostHolders = Math.max(mostHolders, sharing.most())
    }

    await Promise.all(visits)
    assert.deepEqual(failures, [])
    for (const { person, shop } of customers)
      await fleet.stubbornly(process => person.cancel(booked(process, others, shop) as never))
    await sharing.stop()

    await eventually(
      () => balanceOf(others, others.chain.escrow),
      held => held === 0n,
      'nothing is left in escrow',
      BOOKED_WITHIN_MILLIS,
    )
    // The journal keeps two senders of one key from doing harm, so that books alone would not tell of them.
    assert.deepEqual(
      fleet.log().filter(line => /used by (?:somebody else too|another one)/.test(line)),
      [],
      'no two processes have sent from one key',
    )
    const process = [...fleet.alive][0] as Process
    const report = { subscriptions: 0, invoices: 0 }
    let fees = 0n
    for (const shop of shops) {
      const own = customers.filter(customer => customer.shop === shop)
      const pauses = own.reduce((total, customer) => total + customer.pauses, 0)
      const announced = pauses === 0 ? {} : { 'subscription.paused': pauses, 'subscription.resumed': pauses }
      const { subscriptions, invoices } = await eventually(
        () =>
          checkMerchant(
            booked(process, others, shop),
            own.map(({ person }) => person),
            announced,
          ),
        () => true,
        'the books of a merchant agree with the chain',
        BOOKED_WITHIN_MILLIS,
      )
      report.subscriptions += subscriptions
      report.invoices += invoices.length
      fees += sum(invoices.map(({ fee }) => fee))
      for (const { subscription, tx_hash } of invoices) {
        const terms = own.find(({ person }) => person.memory.authorised?.subscription.id === subscription)
          ?.person.memory.prepared?.terms
        const sent = await others.rpc.request<{ from: Address }>({
          method: 'eth_getTransactionByHash',
          params: [tx_hash],
        })
        assert.equal(
          sent.from.toLowerCase(),
          terms?.operator.toLowerCase(),
          'its own operator has charged it',
        )
      }
    }
    assert.equal(await balanceOf(others, feeRecipient), fees, 'every fee has come')

    const stored = await storage.read(tx =>
      tx.subscriptions.getMany(
        customers.flatMap(({ person }) => person.memory.authorised?.subscription.id ?? []),
      ),
    )
    for (const { shop, person } of customers) {
      const meter = stored.find(({ id }) => id === person.memory.authorised?.subscription.id)
      assert.equal(meter?.operator, person.memory.prepared?.terms.operator, 'no meter has moved')
      const possible = [operators.slice(0, 2), operators].map(known =>
        operatorOf(
          shop.made.id,
          known.map(({ address }) => address),
        ),
      )
      assert.ok(possible.includes(meter?.operator ?? null), 'each merchant has an operator')
    }
    assert.ok(
      before.some(({ status }) => status !== 'canceled') || options.kills < 2,
      'meters were open when the third came',
    )
    const transactions = await Promise.all(operators.map(operator => checkJournal(storage, others, operator)))
    assert.ok(transactions.every(count => count > 0) || options.kills < 2, 'each operator has had work')
    const seconds = (performance.now() - started) / 1_000
    return { kills: options.kills, ...report, transactions, mostHolders, seconds }
  } finally {
    await cluster?.remove()
    await storage.close()
    await Promise.all([others.remove(), server.stop()])
  }
}

/** Keys such that the first two have a merchant each, and a third takes one over and leaves the others. */
function operatorsFor([first, second, third]: readonly MadeMerchant[]): Operator[] {
  for (;;) {
    const operators = Array.from({ length: 3 }, () => {
      const key = generatePrivateKey()
      return { key, address: privateKeyToAddress(key) }
    })
    const addresses = operators.map(({ address }) => address)
    const [a, b, c] = addresses
    const of = (made: MadeMerchant | undefined, among: Address[]) => operatorOf(made?.id ?? '', among)
    const two = addresses.slice(0, 2)
    const isSpread = of(first, addresses) === a && of(second, addresses) === b && of(third, addresses) === c
    if (isSpread && of(first, two) === a && of(second, two) === b) return operators
  }
}

/** A customer comes, may pause and go on, and may leave. */
async function visit(
  fleet: Cluster,
  others: ChainOfOthers,
  customer: Customer,
  wishes: Random,
): Promise<void> {
  const { shop, person } = customer
  const plan = { pauses: wishes.chance(0.4), leaves: wishes.chance(0.4), rest: 200 + wishes.next() * 1_500 }
  await fleet.stubbornly(process => person.subscribe(booked(process, others, shop) as never))
  const id = person.memory.authorised?.subscription.id ?? ''
  const act = (action: 'pause' | 'resume') =>
    fleet.stubbornly(async ({ url }) => {
      const call = createCaller(url, shop.made.test_key)
      const answer = await call(
        'POST',
        `/v1/subscriptions/${id}/${action}`,
        {},
        { 'Idempotency-Key': `${id} ${action}` },
      )
      if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${JSON.stringify(answer.body)}`)
    })
  await delay(plan.rest)
  if (plan.pauses) {
    await act('pause')
    await delay(plan.rest)
    await act('resume')
    customer.pauses += 1
  }
  if (plan.leaves) await fleet.stubbornly(process => person.cancel(booked(process, others, shop) as never))
}

function booked({ url }: Process, { chain }: ChainOfOthers, { made }: Shop): BookedBackend {
  return { url, merchant: made, chain } as unknown as BookedBackend
}

async function meters(fleet: Cluster, shops: readonly Shop[]): Promise<Subscription[]> {
  const lists = shops.map(({ made }) =>
    fleet.stubbornly(async ({ url }) => {
      const { status, body } = await createCaller(url, made.test_key)<{ data: Subscription[] }>(
        'GET',
        '/v1/subscriptions?limit=100',
      )
      if (status !== 200) throw new Error(`${status}`)
      return body.data
    }),
  )
  return (await Promise.all(lists)).flat()
}

/** Looks again and again who holds the operators' leases. */
function watchSharing(fleet: Cluster): { most(): number; stop(): Promise<void> } {
  const stopping = new AbortController()
  let most = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const sending = [...(await fleet.holders()).values()].filter(leases =>
        leases.some(id => id.includes(':')),
      )
      most = Math.max(most, sending.length)
      await delay(100)
    }
  })()
  return {
    most: () => most,
    stop: async () => {
      stopping.abort()
      await watching
    },
  }
}

/** Every nonce of an operator was given out once, to one piece of work, and the chain has exactly those. */
async function checkJournal(
  storage: Awaited<ReturnType<typeof openPostgresStorage>>,
  others: ChainOfOthers,
  { address }: Operator,
): Promise<number> {
  const rows = await storage.read(tx => tx.transactions.bySender(EMBEDDED_CHAIN_ID, address, 0))
  const counted = Number(
    await others.rpc.request<Hex>({ method: 'eth_getTransactionCount', params: [address, 'latest'] }),
  )
  assert.deepEqual(
    [...new Set(rows.map(({ nonce }) => nonce))].toSorted((a, b) => a - b),
    Array.from({ length: counted }, (_, nonce) => nonce),
    `the chain has every nonce of ${address} that was given out, and no other`,
  )
  for (const [nonce, attempts] of Map.groupBy(rows, row => row.nonce))
    assert.equal(
      new Set(attempts.map(({ raw }) => parseTransaction(raw).data)).size,
      1,
      `nonce ${nonce} of ${address} has one use`,
    )
  return counted
}
