import type { Appearance, BillingAuthorise } from '@per-second/authorise'
import { showPhase, type TestPhase } from '@per-second/authorise/testing'
import { readPlayground } from '../playground/playground-options.ts'
import { codeToPaste } from './playground/code-to-paste.ts'

/** The playground's appearances by name. null leaves the element as it is. */
const APPEARANCES: Readonly<Record<string, Appearance | null>> = {
  none: null,
  stripe: { theme: 'stripe', variables: { colorPrimary: '#635bff', borderRadius: '6px' } },
  night: { theme: 'night', variables: { colorPrimary: '#85d996' } },
  flat: { theme: 'flat', variables: { borderRadius: '0px' } },
  brand: {
    variables: { colorPrimary: '#b8400f', fontFamily: 'Georgia, serif', buttonBorderRadius: '99px' },
    rules: { '.Button': { letterSpacing: '0.02em' }, '.Amount': { fontWeight: '400' } },
    labels: 'floating',
  },
}

const chosen = readPlayground(new URLSearchParams(location.search))
const appearance = APPEARANCES[chosen.appearance ?? 'none'] ?? null

const form = document.querySelector<HTMLFormElement>('#options')
form?.addEventListener('change', () => form.requestSubmit())

const code = document.querySelector('#code')
if (code) code.textContent = codeToPaste(chosen, appearance)

const stage = document.querySelector('#stage')
if (stage) void show(stage)

async function show(place: Element): Promise<void> {
  const element = document.createElement('billing-authorise') as BillingAuthorise
  if (chosen.locale) element.setAttribute('locale', chosen.locale)
  element.setAttribute('theme', chosen.theme ?? 'auto')
  if (chosen.walletconnect === 'yes') element.setAttribute('wallet-connect-project-id', 'playground')
  if (chosen.slots === 'filled') element.append(...slotted())
  await customElements.whenDefined('billing-authorise')
  place.append(element)
  element.appearance = appearance
  const tell = (text: string) => {
    const status = document.querySelector('#status')
    if (status) status.textContent = text
  }
  const options = {
    rate: chosen.rate ?? '0.000277',
    allowPause: chosen.pause === 'yes',
    livemode: chosen.live === 'live',
    accent: chosen.accent || null,
    ...(chosen.cap ? { cap: Number(chosen.cap) } : {}),
  }
  try {
    await showPhase(element, (chosen.phase ?? 'choosing') as TestPhase, options)
    element.dataset.shown = chosen.phase
    tell('')
  } catch (error) {
    tell(`This phase was not reached: ${(error as Error).message}`)
  }
}

function slotted(): Element[] {
  const words = {
    summary: 'One H100, yours within a minute.',
    terms: 'By authorising you accept our terms of rental.',
    help: 'Questions? support@ostra.example',
    done: 'Thank you. We have written to you.',
    footer: 'Ostra Compute, registered in the north.',
  }
  return Object.entries(words).map(([slot, text]) =>
    Object.assign(document.createElement('p'), { slot, textContent: text }),
  )
}
