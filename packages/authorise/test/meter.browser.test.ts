import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { arrives, authorises, button, heard } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const stays = { attributes: { redirect: 'none' } }
const textOf = (here: Stage, name: string) =>
  here.element.shadowRoot?.querySelector(`[part~="${name}"]`)?.textContent?.trim().replace(/\s+/g, ' ')

const tailOf = (here: Stage, name: string) =>
  [...(here.element.shadowRoot?.querySelectorAll(`[part~="${name}"] .tail`) ?? [])]
    .map(({ textContent }) => textContent)
    .join('')

async function running(options = {}): Promise<Stage> {
  const here = stage({ ...stays, ...options })
  here.service.frozen = true
  await authorises(here)
  await arrives(here, 'complete')
  return here
}

async function used(here: Stage, seconds: number, change = {}): Promise<void> {
  here.service.use(seconds, change)
  window.dispatchEvent(new Event('focus'))
}

describe('meter', () => {
  test('default: the service’s figures, exactly', async () => {
    const here = await running()
    await used(here, 1_312)
    await expect.poll(() => textOf(here, 'spent')).toBe('$0.363424')
    await expect.element(page.getByText('38:08', { exact: false })).toBeVisible()
  })

  test('behaviour: ticks by the page between answers, and not while the clock stands', async () => {
    const here = await running()
    await used(here, 100)
    await expect.poll(() => textOf(here, 'spent')).toBe('$0.027700')
    here.service.frozen = false
    window.dispatchEvent(new Event('focus'))
    await expect.poll(() => textOf(here, 'spent')).toBe('$0.027977')
  })

  test('behaviour: pause and resume', async () => {
    const here = await running()
    await button('Pause').click()
    await expect.poll(() => here.element.meter).toBe('paused')
    await button('Resume').click()
    await expect.poll(() => here.element.meter).toBe('running')
  })

  test('behaviour: no Pause where the product has none', async () => {
    await running({ allowPause: false })
    await expect.element(button('Stop')).toBeVisible()
    expect(button('Pause').query()).toBeNull()
  })

  test('behaviour: Stop asks once, then the receipt', async () => {
    const here = await running()
    await used(here, 1_312)
    await expect.poll(() => textOf(here, 'spent')).toBe('$0.363424')
    await expect.element(page.getByText('Stop now and $0.63 comes back.')).toBeVisible()
    expect(tailOf(here, 'spent')).toBe('3424')
    await button('Stop').click()
    await expect
      .element(page.getByText('You are charged $0.363424, and $0.633776 returns', { exact: false }))
      .toBeVisible()
    await button('Keep running').click()
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    expect([textOf(here, 'charged'), textOf(here, 'refunded')]).toEqual(['$0.363424', '$0.633776'])
    await expect.element(page.getByText('Back in your wallet')).toBeVisible()
    await expect.element(page.getByText('You used 21 minutes 52 seconds of 1 hour.')).toBeVisible()
    expect(here.service.paths().filter(path => path.endsWith('/cancel')).length).toBe(1)
  })

  test('behaviour: waits for the merchant', async () => {
    const here = await running({ startMode: 'merchant' })
    expect(here.element.meter).toBe('waiting')
    await expect.element(page.getByText('Nothing is charged until then.', { exact: false })).toBeVisible()
  })

  test('behaviour: a pending settlement is shown until the deposit is accounted for', async () => {
    const here = await running()
    await used(here, 1_800, {
      status: 'ended',
      ended_at: here.service.now(),
      settled_usd: '0.4986',
      refunded_usd: '0',
    })
    await expect.element(page.getByText('On its way to your wallet')).toBeVisible()
    expect(textOf(here, 'refunded')).toBe('$0.4986')
    here.service.use(1_800, { refunded_usd: '0.4986' })
    window.dispatchEvent(new Event('focus'))
    await expect.element(page.getByText('Back in your wallet')).toBeVisible()
    expect(textOf(here, 'refunded')).toBe('$0.4986')
  })

  test('behaviour: a failed Pause is reported, and changes nothing', async () => {
    const here = await running()
    here.service.fail({ path: '/pause', status: 400, code: 'subscription_invalid_state' })
    await button('Pause').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('That is not possible just now.')
    expect(here.element.meter).toBe('running')
  })
})

describe('found complete', () => {
  test('default: the success page in the same tab shows the meter and stays', async () => {
    const first = stage()
    await authorises(first)
    await arrives(first, 'complete')
    const second = first.reload()
    await expect.poll(() => second.element.meter).toBe('running')
    expect([heard(second), second.visited]).toEqual([['ready', 'complete'], []])
    await expect.element(page.getByRole('link', { name: 'Back to Northwind Compute' })).toBeVisible()
  })

  test('behaviour: elsewhere the wallet that authorised it signs in to see it', async () => {
    const here = stage({ ...stays, prepare: service => service.complete() })
    await arrives(here, 'complete')
    expect(here.element.meter).toBeNull()
    await button('Connect wallet').click()
    here.service.forgetPayer()
    await button('Sign in').click()
    await expect.poll(() => here.element.meter).toBe('running')
    expect([here.element.phase, heard(here)]).toEqual(['complete', ['ready', 'complete', 'signed-in']])
  })

  test('behaviour: an expired token leads to a sign-in, and keeps the last figures', async () => {
    const here = await running()
    await used(here, 1_312)
    here.service.revokeTokens()
    window.dispatchEvent(new Event('focus'))
    await expect.element(button('Connect wallet')).toBeVisible()
    expect(here.element.meter).toBe('running')
  })
})
