import { afterAll, beforeAll } from 'vitest'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import type { TestCheckout } from '../src/testing/index.ts'
import { type ScreenName, showScreen } from './screens.ts'

/** Mounts a screen once for all tests of a `describe`, in English. @returns its element, for use in those tests */
export function mountedScreen(name: ScreenName): () => BillingAuthorise {
  let element: BillingAuthorise
  let checkout: TestCheckout
  beforeAll(async () => {
    localStorage.clear()
    element = document.body.appendChild(document.createElement('billing-authorise'))
    element.locale = 'en'
    // The browser's own pointer may rest here, and would preload a chunk that the screen still has to prepare.
    element.style.pointerEvents = 'none'
    checkout = await showScreen(element, name)
    element.style.pointerEvents = ''
  })
  afterAll(() => {
    checkout?.stop()
    element.remove()
    // An open signature of this screen's payer would be shown by the next one.
    localStorage.clear()
  })
  return () => element
}
