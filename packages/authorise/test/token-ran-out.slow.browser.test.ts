import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserStorage } from '../src/dom/browser-storage.ts'
import { verifyReceipt } from '../src/receipt/verify-receipt.ts'
import { sessionKeys } from '../src/storage-key.ts'
import { callsTo, timesAsked } from './asked.ts'
import { arrives, authorises, button } from './person.ts'
import { inMemory, type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => void vi.restoreAllMocks())

const stays = { redirect: 'none' }

async function running(attributes: Record<string, string> = stays): Promise<Stage> {
  const here = stage({ attributes })
  here.service.frozen = true
  await authorises(here)
  await arrives(here, 'complete')
  return here
}

describe('a token that expires with its meter', () => {
  test('behaviour: a new sign-in keeps the receipt’s proof', async () => {
    const first = await running()
    first.service.revokeTokens()
    window.dispatchEvent(new Event('focus'))
    await button('Connect wallet').click()
    await button('Sign in').click()
    await expect.element(button('Stop')).toBeVisible()
    const here = first.reload()
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    const make = vi.spyOn(URL, 'createObjectURL')
    await button('Download proof').click()
    await expect.poll(() => make.mock.calls.length).toBe(1)
    const [file] = make.mock.calls[0] ?? []
    expect(await verifyReceipt(JSON.parse(await (file as Blob).text()))).toEqual({
      ok: true,
      signature: 'valid',
      isKnownEscrow: true,
      problems: [],
    })
    expect(timesAsked(here, 'typed_data')).toBe(1)
  })

  test('behaviour: a contract wallet that is slow to sign in is given no deadline of its meter', async () => {
    const here = stage({ attributes: stays })
    here.service.frozen = true
    here.wallet.controls.setAccountKind('contract')
    await authorises(here)
    await arrives(here, 'complete')
    here.service.revokeTokens()
    window.dispatchEvent(new Event('focus'))
    await button('Connect wallet').click()
    here.wallet.controls.hold()
    await button('Sign in').click()
    await expect.poll(() => timesAsked(here, 'message')).toBe(1)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await expect.element(page.getByText('Open Example Wallet', { exact: false }).first()).toBeVisible()
    expect(here.element.shadowRoot?.textContent).not.toContain('Other owners')
  })

  test('behaviour: a Stop refused for it while another tab signs in is reported, and can be pressed again', async () => {
    const storage = inMemory()
    const here = stage({ attributes: stays, ports: { storage } })
    here.service.frozen = true
    await authorises(here)
    await arrives(here, 'complete')
    const { token: name } = sessionKeys(location.origin, here.service.session.id)
    const kept = storage.read(name)
    here.service.fail({ path: '/cancel', status: 401, code: 'client_token_invalid' })
    const release = here.service.hold('/cancel')
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => callsTo(here, '/cancel').length).toBe(1)
    storage.write(name, JSON.stringify({ ...JSON.parse(kept ?? ''), token: 'ct_another' }))
    release()
    await expect.element(page.getByRole('alert')).toBeVisible()
    storage.write(name, kept ?? '')
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
  })

  test('behaviour: a return needs no email address, and other wallets get no access', async () => {
    const here = await running()
    here.service.revokeTokens()
    window.dispatchEvent(new Event('focus'))
    here.wallet.controls.changeAccount()
    await button('Connect wallet').click()
    expect(page.getByRole('textbox', { name: 'Email' }).query()).toBeNull()
    await button('Sign in').click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Another wallet has started this checkout')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })
})

describe('a token that lasts', () => {
  test('default: a month later the meter can still be stopped without a prompt', async () => {
    const here = await running()
    here.service.use(3_600, { status: 'running' })
    here.service.ahead += 30 * 86_400
    const again = here.reload()
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => again.element.meter).toBe('canceled')
    expect(again.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })

  test('behaviour: another tab of the browser finds it, and a new visit', async () => {
    const first = await running()
    first.element.remove()
    const here = first.newTab()
    await expect.element(button('Stop')).toBeVisible()
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
  })

  test('behaviour: remember="tab" keeps it for this tab alone', async () => {
    const first = await running({ ...stays, remember: 'tab' })
    const again = first.reload()
    await expect.element(button('Stop')).toBeVisible()
    again.element.remove()
    const other = again.newTab()
    await arrives(other, 'complete')
    await expect.element(button('Connect wallet')).toBeVisible()
    expect(other.element.meter).toBeNull()
  })

  test('behaviour: a browser without storage keeps it until the page is loaded again', async () => {
    const refused = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const storage = browserStorage(refused)
    const here = stage({ attributes: stays, ports: { storage } })
    await authorises(here)
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
  })
})
