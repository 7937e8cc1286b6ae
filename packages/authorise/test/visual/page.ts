import '../../src/define.ts'
import { type ScreenName, showScreen } from '../screens.ts'

/** Called from outside the page: draws the one element, and resolves when it stops moving. */
declare global {
  interface Window {
    drawScreen(name: ScreenName): Promise<void>
    dressElement(look: { theme: 'light' | 'dark'; locale: string; width: number }): Promise<void>
  }
}

const element = document.body.appendChild(document.createElement('billing-authorise'))

window.drawScreen = async name => {
  element.locale = 'en'
  await showScreen(element, name)
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
