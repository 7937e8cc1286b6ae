import { BillingAuthorise } from '../src/billing-authorise.ts'
import { type Ports, pagePorts } from '../src/ports.ts'
import { FakeService } from '../src/testing/fake-service.ts'
import type { FakeServiceOptions } from '../src/testing/fake-session.ts'
import { createFakeWallet, type FakeWallet, type FakeWalletOptions } from '../src/wallet/fake-wallet.ts'

export type Stage = {
  element: BillingAuthorise
  service: FakeService
  wallet: FakeWallet
  /** Where the page was sent. */
  visited: string[]
  /** The element's events, by type, oldest first. */
  events: Event[]
  /** How often the wallet stack was loaded. */
  walletLoads: () => number
  /** The same page after a reload: a new element, the same tab, wallet and service. */
  reload(): Stage
}

type StageOptions = FakeServiceOptions & {
  wallet?: FakeWalletOptions
  attributes?: Record<string, string>
  prepare?: (service: FakeService) => void
  ports?: Partial<Ports>
}

const EVENTS = ['ready', 'change', 'signed-in', 'complete', 'cancel', 'error']
let nextPorts: Ports | null = null

/** The element with its ports taken from the stage; everything inside it is the real thing. */
class StagedBillingAuthorise extends BillingAuthorise {
  protected override ports(): Ports {
    if (!nextPorts) throw new Error('no stage')
    return nextPorts
  }
}
customElements.define('staged-billing-authorise', StagedBillingAuthorise)

/** Puts the element on the page with a service in memory and a wallet that answers at once. */
export function stage(options: StageOptions = {}): Stage {
  const service = new FakeService(options)
  options.prepare?.(service)
  const wallet = createFakeWallet({
    id: 'io.example',
    name: 'Example Wallet',
    chainId: 31_337,
    ...options.wallet,
  })
  return enter(service, wallet, createStorage(), options)
}

function enter(
  service: FakeService,
  wallet: FakeWallet,
  storage: Ports['storage'],
  { attributes = {}, ports }: StageOptions,
): Stage {
  const visited: string[] = []
  const events: Event[] = []
  let walletLoads = 0
  nextPorts = {
    ...pagePorts(),
    fetch: service.fetch,
    storage,
    loadWallet: async () => {
      walletLoads++
      return wallet
    },
    navigate: url => void visited.push(url),
    ...ports,
  }
  const element = document.createElement('staged-billing-authorise') as StagedBillingAuthorise
  for (const type of EVENTS)
    element.addEventListener(`billing-authorise-${type}`, event => events.push(event))
  const given = { session: service.session.id, ...attributes }
  for (const [name, value] of Object.entries(given)) if (value !== '') element.setAttribute(name, value)
  document.body.append(element)
  return {
    element,
    service,
    wallet,
    visited,
    events,
    walletLoads: () => walletLoads,
    reload: () => {
      element.remove()
      return enter(service, wallet, storage, { attributes, ...(ports && { ports }) })
    },
  }
}

function createStorage(): Ports['storage'] {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}
