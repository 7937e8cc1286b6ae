import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BillingAuthoriseChangeEvent } from '../src/events.ts'
import { arrives, authorises, button, connects, heard, reviews } from './person.ts'
import { stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const part = (element: Element, name: string) => element.shadowRoot?.querySelector(`[part~="${name}"]`)
const textOf = (element: Element, name: string) =>
  part(element, name)?.textContent?.trim().replace(/\s+/g, ' ')

describe('the whole way', () => {
  test('default: one signature, one opening, one complete, and off to success_url', async () => {
    const here = stage()
    await authorises(here)
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
    expect(here.service.openings).toBe(1)
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    await expect.element(page.getByRole('link', { name: 'Back to Northwind Compute' })).toBeVisible()
    await expect
      .poll(() => here.visited)
      .toEqual([`https://shop.example/done?session=${here.service.session.id}`])
    expect(here.element.meter).toBe('running')
  })

  test('behaviour: screen, button, response and signature have the same amount', async () => {
    const here = stage()
    await reviews(here)
    expect(textOf(here.element, 'max-escrow')).toBe('$0.9972')
    await expect.element(button('Authorise $0.9972')).toBeVisible()
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.service.session.max_escrow_usd).toBe('0.9972')
    const prepared = here.service.calls.filter(call => call.path.endsWith('/prepare')).at(-1)
    expect(prepared?.body).toEqual({
      wallet_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      claim: expect.stringMatching(/^[0-9a-f]{64}$/),
      max_duration_seconds: 3_600,
    })
  })

  test('behaviour: a deposit finer than a base unit is marked as rounded up', async () => {
    const here = stage({ rate: '0.00000000001' })
    await reviews(here)
    expect(textOf(here.element, 'max-escrow')).toBe('$0.000000036')
    expect(textOf(here.element, 'rounded-up')).toContain('$0.000001')
    await expect.element(button('Authorise $0.000001')).toBeVisible()
  })

  test('behaviour: a slow opening is polled until it is included', async () => {
    const here = stage({ prepare: service => Object.assign(service, { pendingAnswers: 2 }) })
    await authorises(here)
    await arrives(here, 'opening')
    await arrives(here, 'complete')
    expect(here.service.paths().filter(path => path.endsWith('/authorise')).length).toBe(3)
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
  })

  test('behaviour: the wallet stack loads on intent, not with the page', async () => {
    // The pointer still rests where the last test clicked.
    const elsewhere = document.body.appendChild(document.createElement('button'))
    await userEvent.hover(elsewhere)
    const here = stage()
    await arrives(here, 'choosing')
    expect(here.walletLoads()).toBe(0)
    await userEvent.hover(button('Connect wallet'))
    await expect.poll(here.walletLoads).toBe(1)
    await connects(here)
    expect(here.walletLoads()).toBe(1)
  })

  test('behaviour: preventing the event keeps the page; redirect none does too', async () => {
    const kept = stage()
    kept.element.addEventListener('billing-authorise-complete', event => event.preventDefault())
    await authorises(kept)
    await arrives(kept, 'complete')
    kept.element.remove()
    const none = stage({ attributes: { redirect: 'none' } })
    await authorises(none)
    await arrives(none, 'complete')
    expect([kept.visited, none.visited]).toEqual([[], []])
  })

  test('behaviour: never anywhere but http(s)', async () => {
    const here = stage({
      prepare: service => Object.assign(service.session, { success_url: 'javascript:alert(1)' }),
    })
    await authorises(here)
    await arrives(here, 'complete')
    expect(here.visited).toEqual([])
  })

  test('behaviour: Cancel goes to cancel_url, leaves the session open, and is not offered after Authorise', async () => {
    const here = stage()
    await button('Cancel').click()
    await arrives(here, 'canceled')
    expect(here.visited).toEqual(['https://shop.example/cart'])
    expect(here.service.session.status).toBe('open')
    await button('Start again').click()
    const release = here.wallet.controls.hold()
    release()
    await reviews(here)
    here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await arrives(here, 'signing')
    expect(button('Cancel').query()).toBeNull()
  })
})

describe('maximum duration', () => {
  const group = () => page.getByRole('group', { name: 'Maximum duration' })
  const amount = () => group().getByRole('spinbutton', { name: 'Duration' })
  const unit = () => group().getByRole('combobox', { name: 'Unit' })

  test('default: one hour, in all its forms', async () => {
    stage()
    await expect.element(amount()).toHaveValue('1')
    await expect.element(unit()).toHaveValue('hours')
    await expect.element(page.getByRole('radio', { name: '1 h' })).toBeChecked()
    await expect
      .element(group().getByRole('slider'))
      .toHaveAttribute('aria-valuetext', '1 hour, at most $0.9972')
  })

  test('behaviour: another unit keeps the number, and a number beyond the range is clamped with a message', async () => {
    const here = stage()
    await userEvent.fill(amount(), '5')
    await userEvent.selectOptions(unit(), 'days')
    await expect.element(amount()).toHaveValue('5')
    expect(textOf(here.element, 'max-escrow')).toBe('$119.664')
    await userEvent.fill(amount(), '700')
    await userEvent.selectOptions(unit(), 'hours')
    await userEvent.selectOptions(unit(), 'days')
    await expect.element(amount()).toHaveValue('30')
    await expect.element(amount()).toHaveAccessibleDescription('30 days is the longest.')
  })

  test('behaviour: lengths begin where the deposit is large enough', async () => {
    const here = stage({ rate: '0.0000085', minDepositUsd: '0.1' })
    here.element.dispatchEvent(new Event('pointerenter'))
    await expect
      .element(page.getByText('At least 3 hours 17 minutes: the smallest deposit is $0.10.'))
      .toBeVisible()
    await expect.element(amount()).toHaveValue('4')
    expect(
      group()
        .getByRole('radio')
        .elements()
        .map(each => each.parentElement?.textContent?.trim()),
    ).toEqual(['4 hours', '1 day', '7 days', '30 days'])
    await userEvent.fill(amount(), '3')
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(amount()).toHaveAccessibleDescription('3 hours 17 minutes is the shortest.')
  })

  test('behaviour: if a retry cannot help, the card leads back to the shop', async () => {
    const here = stage()
    await reviews(here)
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.service.fail({ path: '/prepare', status: 400, code: 'product_inactive' })
    await button(/^Authorise/).click()
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('not on sale any more. Please tell the merchant.')
    await expect.element(page.getByRole('link', { name: /^Back to/ })).toBeVisible()
    expect(button('Try again').query()).toBeNull()
  })

  test('behaviour: each change dispatches an event, with exact figures', async () => {
    const here = stage()
    await page.getByRole('radio', { name: '30 days' }).click()
    await userEvent.fill(amount(), '2')
    const changes = here.events.slice(1) as BillingAuthoriseChangeEvent[]
    expect(changes.map(change => [change.durationSeconds, change.maxEscrowUsd])).toEqual([
      [2_592_000, '717.984'],
      [172_800, '47.8656'],
    ])
  })

  test('behaviour: a length out of range stays as typed, is reported, and cannot be authorised', async () => {
    const here = stage()
    await reviews(here)
    await userEvent.fill(amount(), '800')
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(amount()).toHaveAccessibleDescription('30 days is the longest.')
    await expect.element(amount()).toHaveValue('800')
    await expect.element(button(/^Authorise/)).toBeDisabled()
    await userEvent.fill(amount(), '2')
    await expect.element(button('Authorise $1.9944')).toBeEnabled()
  })

  test('behaviour: a fixed cap is a sentence', async () => {
    const here = stage({ cap: 5_400 })
    await expect.element(page.getByText('Runs for at most 1 hour 30 minutes', { exact: false })).toBeVisible()
    expect(group().query()).toBeNull()
    expect(textOf(here.element, 'max-escrow')).toBe('$1.4958')
    await authorises(here)
    await arrives(here, 'complete')
  })

  test('behaviour: arrow keys move the slider by named lengths', async () => {
    stage()
    const slider = group().getByRole('slider')
    await expect.element(slider).toBeEnabled()
    ;(slider.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '1 hour 30 minutes, at most $1.4958')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '55 minutes, at most $0.9141')
  })

  test('behaviour: arrow keys do so before anything but the first screen is loaded, in both directions of writing', async () => {
    stage({ attributes: { locale: 'he' }, ports: { loadCheckout: () => new Promise(() => {}) } })
    const slider = page.getByRole('slider')
    await expect.element(slider).toBeEnabled()
    ;(slider.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('1.4958'))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('0.9141'))
  })

  test('behaviour: huge amounts have every digit', async () => {
    const here = stage({ rate: '12345.678901234567890123' })
    await page.getByRole('radio', { name: '30 days' }).click()
    expect(textOf(here.element, 'max-escrow')).toBe(exact())
  })

  // 12345.678901234567890123 × 2,592,000, by hand on integers.
  const exact = () => {
    const digits = (12_345_678_901_234_567_890_123n * 2_592_000n).toString()
    const integer = BigInt(digits.slice(0, -18)).toLocaleString('en')
    return `$${integer}.${digits.slice(-18).replace(/0+$/, '')}`
  }
})
