// Loads the element's later chunks before any deadline runs, because a busy machine's dev server may be slow.
import '../src/effects/effects.ts'
import '../src/receipt/receipt-part.ts'
import '../src/signing/recovers-to.ts'
import '../src/signing/signing.ts'
import '../src/view/screens.ts'
import { BillingAuthorise } from '../src/billing-authorise.ts'
import { type BrowserStorage, browserStorage } from '../src/dom/browser-storage.ts'
import { type Ports, pagePorts } from '../src/ports.ts'
import { FakeService } from '../src/testing/fake-service.ts'
import type { FakeServiceOptions } from '../src/testing/fake-session.ts'
import { type StagedWallet, type StagedWalletOptions, stagedWallet } from './staged-wallet.ts'

export type Stage = {
  element: BillingAuthorise
  service: FakeService
  wallet: StagedWallet
  /** The redirects of the page. */
  visited: string[]
  /** The element's events, by type, oldest first. */
  events: Event[]
  /** The number of times that the wallet stack was loaded. */
  walletLoads: () => number
  /** The same page after a reload: a new element, the same tab, wallet and service. */
  reload(): Stage
  /** The same page in another tab of the browser, beside this one. */
  newTab(): Stage
}

type Kept = { browser: BrowserStorage; tab: BrowserStorage }

export type StageOptions = FakeServiceOptions & {
  wallet?: StagedWalletOptions
  attributes?: Record<string, string>
  prepare?: (service: FakeService) => void
  ports?: Partial<Ports>
}

const EVENTS = ['ready', 'change', 'signed-in', 'complete', 'cancel', 'extend', 'error']
let nextPorts: Ports | null = null

/** The element with its ports taken from the stage. Everything inside it is real. */
class StagedBillingAuthorise extends BillingAuthorise {
  protected override ports(): Ports {
    if (!nextPorts) throw new Error('no stage')
    return nextPorts
  }
}
customElements.define('staged-billing-authorise', StagedBillingAuthorise)

const OLD_SESSION = 'cs_test_0ldR7mQ2xVbN4tYcZ6kPwE'

/** The kinds of checkout to which every rule of the first signature applies. */
export const CHECKOUTS: [string, () => StageOptions][] = [
  ['a first checkout', () => ({})],
  ['a checkout that carries on a meter', carryingOn],
]

/** A checkout that carries on a running meter, which another browser authorised. */
function carryingOn(): StageOptions {
  const carriesOn = new FakeService({ id: OLD_SESSION })
  carriesOn.complete()
  return { carriesOn, attributes: { replaces: OLD_SESSION } }
}

/** Puts the element on the page with a service in memory and a wallet that responds at once. */
export function stage(options: StageOptions = {}): Stage {
  const service = new FakeService(options)
  options.prepare?.(service)
  return enter(service, stagedWallet(options.wallet), { browser: inMemory(), tab: inMemory() }, options)
}

function enter(
  service: FakeService,
  wallet: StagedWallet,
  kept: Kept,
  { attributes = {}, ports }: StageOptions,
): Stage {
  const visited: string[] = []
  const events: Event[] = []
  let walletLoads = 0
  nextPorts = {
    ...pagePorts(),
    fetch: (input, init) => onChain(service, wallet, () => service.fetch(input, init)),
    storage: kept.browser,
    tabStorage: kept.tab,
    held: new Map(),
    loadWallet: async () => {
      walletLoads++
      return wallet
    },
    findWallets: found => {
      wallet.discover().then(found)
      return () => undefined
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
      return enter(service, wallet, kept, { attributes, ...(ports && { ports }) })
    },
    newTab: () =>
      enter(service, wallet, { ...kept, tab: inMemory() }, { attributes, ...(ports && { ports }) }),
  }
}

/** The chain that the wallet reads knows the meters that the service opens. */
async function onChain<T>(service: FakeService, wallet: StagedWallet, asks: () => Promise<T>): Promise<T> {
  const before = service.openings
  try {
    return await asks()
  } finally {
    if (service.openings > before) wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  }
}

/** A separate storage for a browser or a tab. */
export function inMemory(): BrowserStorage {
  const items: Record<string, string> = {}
  const storage = new Proxy(items, {
    get: (_target, name) =>
      ({
        getItem: (key: string) => items[key] ?? null,
        setItem: (key: string, value: string) => void Object.assign(items, { [key]: value }),
        removeItem: (key: string) => void delete items[key],
      })[name as 'getItem'],
  })
  return browserStorage(() => storage as unknown as Storage)
}
