import type { BillingAuthorise } from '../src/billing-authorise.ts'
import {
  showPhase,
  type TestCheckout,
  type TestCheckoutOptions,
  type TestPhase,
} from '../src/testing/index.ts'

type Screen = {
  phase: TestPhase
  options?: TestCheckoutOptions
  /** The steps after the phase is reached. */
  act?: (here: Here) => Promise<void> | void
}

type Here = { element: BillingAuthorise; checkout: TestCheckout }

/** The same account every time, so that the card shows the same address. */
const KEY = `0x${'51'.repeat(32)}` as const
const NOBODY = 'http://127.0.0.1:9'

/** Every look of the element: every phase, every state of the meter, and every kind of failure. */
const SCREENS = {
  loading: { phase: 'loading' },
  unavailable: { phase: 'unavailable' },
  'unavailable-offline': {
    phase: 'choosing',
    act: async here => {
      here.element.baseUrl = NOBODY
      await sees(here, '[role=alert]')
    },
  },
  choosing: { phase: 'choosing' },
  'choosing-out-of-range': { phase: 'choosing', act: here => writes(here, '.amount', '800') },
  'choosing-seconds': {
    phase: 'choosing',
    act: async here => {
      await presses(here, '.preset:last-child')
      await selects(here, '.unit', 'seconds')
    },
  },
  'choosing-long': {
    phase: 'choosing',
    options: {
      name: 'Photorealistic rendering on a cluster of eight accelerators',
      merchant: 'Gesellschaft für Hochleistungsrechnen',
      rate: '123456789.000000000000000001',
      accent: '#ffd400',
      livemode: true,
    },
    act: here => presses(here, '.preset:last-child'),
  },
  'choosing-rounded': { phase: 'choosing', options: { rate: '0.00000000001', accent: '#0c7a52' } },
  'choosing-fixed': { phase: 'choosing', options: { cap: 5_400, accent: '#c2185b' } },
  'choosing-least': {
    phase: 'choosing',
    options: { rate: '0.0000085', minDepositUsd: '0.1' },
    act: async here => {
      here.element.dispatchEvent(new Event('pointerenter'))
      await sees(here, '.least')
    },
  },
  'error-inactive': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.service.fail({ path: '/prepare', status: 400, code: 'product_inactive' })
      await failsAt(here, '.primary')
    },
  },
  'choosing-wallet': { phase: 'choosing_wallet' },
  connecting: { phase: 'connecting' },
  'signing-in': { phase: 'signing_in' },
  'signing-in-refused': {
    phase: 'signing_in',
    act: async here => {
      here.checkout.wallet.controls.answer('message', 'reject')
      await failsAt(here, '.primary')
    },
  },
  reviewing: { phase: 'reviewing', act: isPrepared },
  'reviewing-not-enough': {
    phase: 'reviewing',
    act: async here => {
      await isPrepared(here)
      here.checkout.wallet.controls.setBalance(500_000n)
      window.dispatchEvent(new Event('focus'))
      await sees(here, '.message.problem')
    },
  },
  'reviewing-details': {
    phase: 'reviewing',
    act: async here => {
      await isPrepared(here)
      await presses(here, '[part=wallet-shows] summary')
      await presses(here, '[part=details] summary')
    },
  },
  signing: { phase: 'signing' },
  opening: { phase: 'opening' },
  complete: { phase: 'complete' },
  'meter-waiting': { phase: 'meter_waiting' },
  'meter-running': { phase: 'meter_running', act: freezes },
  'meter-running-no-pause': { phase: 'meter_running', options: { allowPause: false }, act: freezes },
  'meter-ending': {
    phase: 'meter_running',
    act: async here => {
      here.element.extendUrl = 'https://shop.example/extend'
      here.checkout.service.frozen = true
      here.checkout.service.use(3_302)
      window.dispatchEvent(new Event('focus'))
      await sees(here, '.status.ending')
    },
  },
  'carrying-on': {
    phase: 'meter_running',
    act: async here => {
      await carriesOn(here, 'reviewing')
      await sees(here, '.parts')
      await isPrepared(here)
    },
  },
  'carrying-on-in-words': {
    phase: 'meter_running',
    act: async here => {
      localStorage.clear()
      sessionStorage.clear()
      await carriesOn(here, 'choosing')
    },
  },
  'carried-on': {
    phase: 'meter_running',
    act: async here => {
      await freezes({ ...here, checkout: await carriesOn(here, 'meter_running') })
      await sees(here, '[part=carried]')
    },
  },
  'meter-stopping': {
    phase: 'meter_running',
    act: async here => {
      await freezes(here)
      await presses(here, '.stop')
      await sees(here, '.confirm')
    },
  },
  'meter-paused': { phase: 'meter_paused' },
  'meter-past-due': { phase: 'meter_past_due' },
  'meter-refused': {
    phase: 'meter_paused',
    act: async here => {
      here.checkout.service.fail({ path: '/resume', status: 400, code: 'subscription_invalid_state' })
      await failsAt(here, '.secondary')
    },
  },
  'meter-signed-out': {
    phase: 'meter_paused',
    act: async here => {
      here.checkout.service.revokeTokens()
      window.dispatchEvent(new Event('focus'))
      await sees(here, '.primary')
    },
  },
  'receipt-settling': {
    phase: 'meter_running',
    act: async here => {
      here.checkout.service.use(1_800, { status: 'ended', settled_usd: '0.4986', refunded_usd: '0' })
      window.dispatchEvent(new Event('focus'))
      await sees(here, '.receipt')
    },
  },
  'receipt-ended': { phase: 'meter_ended' },
  'receipt-canceled': { phase: 'meter_canceled' },
  expired: { phase: 'expired' },
  canceled: { phase: 'canceled' },
  'error-not-enough': { phase: 'error' },
  'error-longest': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.wallet.controls.setBalance(500_000n)
      await failsAt(here, '.primary')
    },
  },
  'error-contract-wallet': {
    phase: 'reviewing',
    act: async here => {
      const { controls } = here.checkout.wallet
      controls.setAccountKind('contract')
      controls.setBalance(0n)
      controls.hold()
      await presses(here, '.primary')
      await sees(here, '.message.info')
    },
  },
  'error-no-wallet': {
    phase: 'choosing',
    act: async here => {
      here.checkout.wallet.remove()
      await failsAt(here, '.primary')
    },
  },
  'error-connect': {
    phase: 'choosing_wallet',
    act: async here => {
      here.checkout.wallet.controls.answer('connect', 'locked')
      await failsAt(here, '.wallet')
    },
  },
  'error-rejected': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.wallet.controls.answer('typed_data', 'reject')
      await failsAt(here, '.primary')
    },
  },
  'error-network': {
    phase: 'reviewing',
    act: async here => {
      const { controls } = here.checkout.wallet
      controls.changeChain(1)
      controls.answer('switch', 'reject')
      controls.forgetChain(31_337)
      controls.answer('add', 'reject')
      await failsAt(here, '.primary')
    },
  },
  'error-unanswered': { phase: 'reviewing', act: here => losesTheAnswer(here) },
  'canceled-open': {
    phase: 'reviewing',
    act: async here => {
      await losesTheAnswer(here)
      await presses(here, '.cancel')
      await sees(here, '.lock')
    },
  },
  'error-refused-terms': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.service.lie = answer => {
        answer.deposit_wei = '999999999'
      }
      await failsAt(here, '.primary')
    },
  },
  'error-opening': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.service.fail({ path: '/authorise', status: 400, code: 'signature_invalid' })
      await failsAt(here, '.primary')
    },
  },
  'error-denied': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
      here.checkout.service.fail({ path: '/authorise', status: 400, code: 'session_already_claimed' })
      await failsAt(here, '.primary')
    },
  },
  'error-denied-stop-declined': {
    phase: 'reviewing',
    act: async here => {
      await SCREENS['error-denied'].act(here)
      here.checkout.wallet.controls.answer('transaction', 'reject')
      await presses(here, '.lock .ways button')
      await sees(here, '.own-problem')
    },
  },
  'error-unread': {
    phase: 'reviewing',
    act: async here => {
      here.checkout.service.fail({ path: '/authorise', status: 400, code: 'draft_invalid' })
      await failsAt(here, '.primary')
      here.checkout.wallet.controls.changeChain(1)
      await here.element.refresh()
      await sees(here, '.lock .ways')
    },
  },
} satisfies Record<string, Screen>

export type ScreenName = keyof typeof SCREENS

export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[]

/** Brings the element to a screen with the state driver that merchants use too. */
export async function showScreen(
  element: BillingAuthorise,
  name: ScreenName,
  options: TestCheckoutOptions = {},
): Promise<TestCheckout> {
  const screen: Screen = SCREENS[name]
  const wallet = { name: 'Example Wallet', key: KEY, ...screen.options?.wallet }
  const checkout = await showPhase(element, screen.phase, { ...screen.options, ...options, wallet })
  try {
    await screen.act?.({ element, checkout })
  } catch (error) {
    // Every later screen would connect a wallet left on the page.
    checkout.stop()
    throw error
  }
  await element.updateComplete
  return checkout
}

/** Leaves the running meter for a checkout of the same wallet that carries it on. */
async function carriesOn({ element, checkout }: Here, phase: TestPhase): Promise<TestCheckout> {
  const { service, wallet, stop } = checkout
  service.frozen = true
  // Otherwise the signature of the running meter would still be open.
  wallet.controls.setOpening({ isKnown: true, isNonceUsed: true })
  element.replaces = service.session.id
  const next = await showPhase(element, phase, {
    carriesOn: service,
    wallet: { name: 'Example Wallet', key: KEY },
  })
  checkout.stop = () => {
    next.stop()
    stop()
  }
  return next
}

/** A running meter whose service's clock is stopped, so that every picture is the same. */
async function freezes({ element, checkout }: Here): Promise<void> {
  checkout.service.frozen = true
  window.dispatchEvent(new Event('focus'))
  await until(() => clockOf(element) === '20:00', 'the meter does not stand at 20 minutes')
}

/** Signed, without a response of the service. */
async function losesTheAnswer(here: Here): Promise<void> {
  for (let time = 0; time < 3; time++) here.checkout.service.fail({ path: '/authorise', lost: 'before' })
  await failsAt(here, '.primary')
}

function clockOf({ shadowRoot }: BillingAuthorise): string | undefined {
  return shadowRoot?.querySelector('.times dd')?.textContent?.trim()
}

async function sees({ element }: Here, selector: string): Promise<Element> {
  await until(() => find(element, selector) !== null, `there is no ${selector}`)
  return find(element, selector) as Element
}

/** The terms come a moment after the wallet is connected. */
async function isPrepared(here: Here): Promise<void> {
  await sees(here, '[part=wallet-shows]')
}

async function presses(here: Here, selector: string): Promise<void> {
  const button = (await sees(here, selector)) as HTMLElement
  await until(() => !button.matches(':disabled'), `${selector} cannot be pressed`)
  button.click()
}

/** Presses the button, and waits until the refusal is on screen. */
async function failsAt(here: Here, selector: string): Promise<void> {
  await presses(here, selector)
  await sees(here, '[role=alert]')
}

async function writes(here: Here, selector: string, text: string): Promise<void> {
  const field = (await sees(here, selector)) as HTMLInputElement
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
}

async function selects(here: Here, selector: string, value: string): Promise<void> {
  const field = (await sees(here, selector)) as HTMLSelectElement
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
}

function find({ shadowRoot }: BillingAuthorise, selector: string): Element | null {
  return shadowRoot?.querySelector(selector) ?? null
}

async function until(holds: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`After 10 s ${otherwise}. The card: ${shown()}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

function shown(): string | undefined {
  const element = document.querySelector<BillingAuthorise>('billing-authorise')
  return element?.shadowRoot?.querySelector('.card')?.textContent?.replace(/\s+/g, ' ')
}
