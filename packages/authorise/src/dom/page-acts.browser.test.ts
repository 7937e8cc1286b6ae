import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { copyText } from './page-acts.ts'

const PAIRING = 'wc:7f6e@2?relay-protocol=irn&symKey=587d'

beforeEach(() => document.body.replaceChildren())
afterEach(() => vi.restoreAllMocks())

/** Presses a button that copies, and pastes into a field beside it. */
async function pressesAndPastes(): Promise<[isCopied: unknown, pasted: string]> {
  const button = Object.assign(document.createElement('button'), { textContent: 'Copy' })
  const field = Object.assign(document.createElement('input'), { ariaLabel: 'Pasted' })
  document.body.append(button, field)
  const copied = new Promise(resolve => {
    button.addEventListener('click', () => resolve(copyText(PAIRING)))
  })
  await page.getByRole('button', { name: 'Copy' }).click()
  const isCopied = await copied
  await page.getByRole('textbox', { name: 'Pasted' }).click()
  await userEvent.paste()
  return [isCopied, field.value]
}

test('behaviour: a page that may not write to the clipboard copies all the same, whatever its own listeners do', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const replace = (event: ClipboardEvent) => event.clipboardData?.setData('text/plain', 'of the page')
  document.addEventListener('copy', replace)
  expect(await pressesAndPastes()).toEqual([true, PAIRING])
  document.removeEventListener('copy', replace)
})

test('error: where neither is allowed it says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  const [isCopied] = await pressesAndPastes()
  expect(isCopied).toBe(false)
})
