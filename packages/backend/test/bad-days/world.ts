import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '@per-second/protocol/types'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { RealServiceLine } from '../../src/start/start-service.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { type ChainOfOthers, startChainOfOthers } from '../chain-of-others.ts'
import { eventually } from '../eventually.ts'
import { administerWith, makeMerchant } from '../make-merchant.ts'
import { type MadeMerchant, merchantServerOn } from '../merchant.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { type PostgresStandby, startStandby } from '../postgres-standby.ts'
import { type SilentProxy, startSilentProxy } from '../silent-proxy.ts'
import { createSubscriber } from '../subscriber.ts'

export type Service = BackendProcess<RealServiceLine>

/** A merchant with a product. */
export type Shop = { made: MadeMerchant; product: Product }

/** A running meter, with the data that its payer and its merchant need to go on with it. */
export type Meter = { id: string; shop: Shop; account: PrivateKeyAccount; token: string }

/** The funds of every payer, and the price of a second of every product, in base units of AUSD. */
export const FUNDS = 10_000_000n
export const RATE = 1_000n
const RATE_USD = '0.001'

/** Of every meter: no proof runs for so long. */
export const MAX_SECONDS = 7_200

/** The most meters that a customer may have open at once. */
export const MOST_OPEN = 3

/** With a thousand meters, some are settled in each second. */
const SETTLE_EVERY_SECONDS = 60

const PROCESSES = 2
const OPEN_WITHIN_MILLIS = 60_000
const ADMIN_TOKEN = 'admin-token-of-this-proof'

type Parts = Pick<World, 'others' | 'proxy' | 'standby' | 'database' | 'keys'> & { primary: PostgresServer }

/** Two processes of a service on a chain of others, on a PostgreSQL with a standby, behind a network that can fall silent. */
export class World {
  readonly others: ChainOfOthers
  readonly proxy: SilentProxy
  readonly standby: PostgresStandby
  /** The database's address for the processes, and their `OPERATOR_KEY`: both apply from the next start. */
  database: string
  keys: string
  services: Service[] = []
  /** The running meters, each with a payer of its own. */
  readonly meters: Meter[] = []
  readonly #primary: PostgresServer
  readonly #folder = mkdtempSync(join(tmpdir(), 'per-second-bad-days-'))
  readonly #secrets = { SECRETS_KEY: randomBytes(32).toString('base64'), ADMIN_TOKEN }
  readonly #started: Service[] = []
  #turn = 0

  private constructor({ others, proxy, standby, database, keys, primary }: Parts) {
    this.others = others
    this.proxy = proxy
    this.standby = standby
    this.database = database
    this.keys = keys
    this.#primary = primary
  }

  static async create(): Promise<World> {
    const [primary, others] = await Promise.all([startPostgres(), startChainOfOthers()])
    const [standby, proxy, { key }] = await Promise.all([
      startStandby(primary),
      startSilentProxy(Number(new URL(primary.address).port)),
      others.newOperator(),
    ])
    const database = proxy.address(await primary.newDatabase())
    return new World({ others, proxy, standby, database, keys: key, primary })
  }

  /** One of the processes, as a load balancer gives it. */
  get service(): Service {
    this.#turn += 1
    const service = this.services[this.#turn % this.services.length]
    if (service === undefined) throw new Error('No process of the service runs.')
    return service
  }

  /** One more process, which the load balancer does not know. */
  async startOne({ keys = this.keys, env = {} }: { keys?: string; env?: Record<string, string> } = {}) {
    const service = await startBackend<RealServiceLine>({
      args: [
        ...this.others.args,
        ...['--database-url', this.database, '--settle-every', String(SETTLE_EVERY_SECONDS)],
        ...['--max-open-meters', String(MOST_OPEN), '--rate-limit', '100000', '--log', 'silent'],
      ],
      env: { ...this.#secrets, OPERATOR_KEY: keys, ...env },
    })
    this.#started.push(service)
    return service
  }

  /** As many processes as there should be. */
  async start(): Promise<void> {
    while (this.services.length < PROCESSES) this.services.push(await this.startOne())
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await Promise.all(this.services.map(service => service.end(signal)))
    this.services = []
  }

  /** An administrative command on the service's chain and database. */
  // biome-ignore lint/suspicious/noExplicitAny: proofs read JSON as operators do, and assert on what they find
  administer(...command: string[]): Promise<any> {
    const access = [...this.others.args, '--data', this.#folder, '--database-url', this.database]
    return administerWith({ ...this.#secrets, OPERATOR_KEY: this.keys }, ...command, ...access)
  }

  async addShop(fields: Partial<Product>): Promise<Shop> {
    const made = await makeMerchant('--data', this.#folder, '--database-url', this.database)
    const product = await merchantServerOn(this.service, made).product({
      rate_usd_per_second: RATE_USD,
      ...fields,
    })
    return { made, product }
  }

  /** The shop's own server, talking to one of the processes. */
  serverOf({ made }: Shop) {
    return merchantServerOn(this.service, made)
  }

  /** A payer with funds. */
  async payer() {
    const subscriber = createSubscriber(this.service)
    await this.others.fund(subscriber.account.address, FUNDS)
    return subscriber
  }

  /** Opens a meter for a payer of its own and remembers it. A failed request is repeated, as on a page. */
  async open(shop: Shop): Promise<Meter> {
    const payer = await this.payer()
    const session = await this.serverOf(shop).session(shop.product)
    const { body: prepared } = await payer.prepare(session.id, MAX_SECONDS)
    const signature = await payer.sign(prepared)
    const { body } = await eventually(
      () => payer.authorise(session.id, prepared.draft, signature),
      ({ status, body }) => status === 200 && body.session.status === 'complete',
      `${session.id} is complete`,
      OPEN_WITHIN_MILLIS,
    )
    const { subscription, client_token: token } = body
    const meter = { id: subscription.id, shop, account: payer.account, token }
    this.meters.push(meter)
    return meter
  }

  /** Every sample of a process's metrics, by name and labels. */
  async metrics({ url }: Service): Promise<Map<string, number>> {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }
    const lines = (await (await fetch(`${url}/metrics`, { headers })).text()).split('\n')
    const samples = lines.filter(line => line !== '' && !line.startsWith('#'))
    return new Map(
      samples.map(line => {
        const space = line.lastIndexOf(' ')
        return [line.slice(0, space), Number(line.slice(space + 1))]
      }),
    )
  }

  async remove(): Promise<void> {
    this.proxy.silence()
    await Promise.all(this.#started.map(service => service.remove()))
    await this.proxy.stop()
    await Promise.all([this.standby.stop(), this.#primary.stop(), this.others.remove()])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
