import '../../src/define.ts'
import { SCREEN_NAMES, type ScreenName, showScreen } from '../screens.ts'

/** Called from outside the page: draws the one element, and resolves when it stops moving. */
declare global {
  interface Window {
    hasScreen(name: string): boolean
    drawScreen(name: ScreenName): Promise<void>
    dressElement(look: { theme: 'light' | 'dark'; locale: string; width: number }): Promise<void>
  }
}

// A code to scan holds the page's address, which is the same in every version.
history.replaceState(null, '', '/')
const element = document.body.appendChild(document.createElement('billing-authorise'))

window.hasScreen = name => SCREEN_NAMES.some(known => known === name)

window.drawScreen = async name => {
  element.locale = 'en'
  await showScreen(element, name)
  if (name === 'loading') return
  // The wallets of the browser are known a little later, and then the payer's row names them.
  await new Promise<void>(resolve => {
    const look = () => {
      const { shadowRoot } = element
      const isKnown = !shadowRoot?.querySelector('.payer') || shadowRoot.querySelector('.tiles')
      if (isKnown) resolve()
      else setTimeout(look, 20)
    }
    look()
  })
}

window.dressElement = async ({ theme, locale, width }) => {
  document.documentElement.className = theme
  document.body.className = `wide-${width}`
  element.theme = theme
  element.locale = locale
  await element.updateComplete
  // No caret, and no focus ring that only one of the pictures has.
  ;(element.shadowRoot?.activeElement as HTMLElement | null)?.blur()
  await document.fonts.ready
}
