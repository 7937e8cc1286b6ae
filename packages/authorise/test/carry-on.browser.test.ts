import { beforeEach, describe, expect, test } from 'vitest'
import type { BillingAuthoriseErrorEvent, BillingAuthoriseExtendEvent } from '../src/events.ts'
import { formatInstant } from '../src/format/format-instant.ts'
import { callsTo } from './asked.ts'
import { arrives, button, heard } from './person.ts'
import { connectsTo, press, says, type Watched, watched, wordsOf } from './signed-here.ts'
import { inMemory, type Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const EXTEND = 'https://shop.example/extend?of={CHECKOUT_SESSION_ID}'
const SEAMLESS = 'Nothing is interrupted. The new meter starts, the old one stops in the same second'
const find = ({ element }: Stage, selector: string) =>
  element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null
const codes = ({ events }: Stage) =>
  events
    .filter(event => event.type.endsWith('-error'))
    .map(event => (event as BillingAuthoriseErrorEvent).code)

async function running(attributes: Record<string, string> = {}, options = {}): Promise<Watched> {
  const watch = watched({
    attributes,
    prepare: service => Object.assign(service, { frozen: true }),
    ...options,
  })
  await connectsTo(watch.here)
  await press(watch.here)
  await expect.poll(() => watch.here.element.meter).toBe('running')
  return watch
}

/** A device's clock of another year, half a minute after a full hour. */
const FAR = 1_893_456_030

function reads(here: Stage, seconds: number, change = {}): void {
  here.service.use(seconds, change)
  window.dispatchEvent(new Event('focus'))
}

describe('extend-url', () => {
  test('default: a running meter has Extend, which dispatches an event and opens the page', async () => {
    const { here } = await running({ 'extend-url': EXTEND })
    await button('Extend').click()
    const event = here.events.at(-1) as BillingAuthoriseExtendEvent
    expect([event.type, event.composed, event.bubbles]).toEqual(['billing-authorise-extend', true, true])
    expect([event.session.id, event.subscription.id]).toEqual([here.service.session.id, 'sub_1'])
    expect(here.visited).toEqual([`https://shop.example/extend?of=${here.service.session.id}`])
  })

  test('behaviour: a listener keeps the page, and a paused meter has the button, too', async () => {
    const { here } = await running({ 'extend-url': EXTEND })
    reads(here, 10, { status: 'paused', paused_at: here.service.now() })
    await expect.poll(() => here.element.meter).toBe('paused')
    here.element.addEventListener('billing-authorise-extend', event => event.preventDefault())
    await button('Extend').click()
    expect([heard(here).at(-1), here.visited]).toEqual(['extend', []])
  })

  test('behaviour: the button does nothing while a Pause is pending', async () => {
    const { here } = await running({ 'extend-url': EXTEND })
    const release = here.service.hold('/pause')
    await button('Pause').click()
    await says(here, 'Pausing…')
    find(here, '.extend')?.click()
    find(here, '.stop')?.click()
    release()
    await expect.poll(() => here.element.meter).toBe('paused')
    expect([find(here, '.confirm'), heard(here).includes('extend'), here.visited]).toEqual([null, false, []])
  })

  test.each(['', 'javascript:alert(1)', 'data:text/html,x'])('behaviour: no button with %j', async url => {
    await running({ 'extend-url': url })
    await expect.element(button('Stop')).toBeVisible()
    expect(button('Extend').query()).toBeNull()
  })

  test('behaviour: the end is told by the device’s clock', async () => {
    const { here, clock } = await running()
    clock.now = FAR
    reads(here, 100)
    await says(here, `Ends at${formatInstant(FAR + 3_500, 'en')}`)
    reads(here, 3_400)
    await says(here, `At ${formatInstant(FAR + 200, 'en')} the meter stops by itself.`)
  })

  test('behaviour: near its end the status changes, and Extend is the filled button', async () => {
    const { here } = await running({ 'extend-url': EXTEND })
    expect([find(here, '.filled'), find(here, '.status.ending')]).toEqual([null, null])
    here.service.frozen = false
    reads(here, 3_302)
    await says(here, 'Ends in 5 minutes')
    await says(here, /of \$0\.9972 at most\. At .+ the meter stops by itself\./)
    expect(find(here, '.filled')?.textContent?.trim()).toBe('Extend')
  })
})

/** A checkout in the browser that runs the old meter, which has counted for 55 minutes. */
async function carriesOn(options: Parameters<typeof watched>[0] = {}): Promise<Watched & { old: Stage }> {
  const storage = inMemory()
  const { here: old } = await running({}, { storage, id: 'cs_test_0ldR7mQ2xVbN4tYcZ6kPwE', rate: '0.000692' })
  old.element.remove()
  old.service.use(3_304)
  const watch = watched({
    storage,
    rate: '0.000692',
    carriesOn: old.service,
    attributes: { replaces: old.service.session.id },
    ...options,
  })
  return { ...watch, old }
}

// docs/money.md, rule 80
describe('replaces', () => {
  test('default: shows the old meter’s figures, carries it on, and links to it afterwards', async () => {
    const { here, old } = await carriesOn()
    await says(here, SEAMLESS)
    for (const words of ['How much longer', 'The most you can be charged from then on', '$2.286368'])
      await says(here, words)
    await says(here, 'about $0.20')
    await connectsTo(here)
    await press(here)
    await says(here, 'Carried on. Before: 55 minutes 4 seconds, $2.286368')
    expect(callsTo(here, '/prepare').map(({ body }) => (body as { replaces: string }).replaces)).toContain(
      old.service.session.id,
    )
    expect(here.service.subscription?.replaces).toBe(old.service.subscription?.id)
    const link = find(here, '[part="carried"] a') as HTMLElement
    expect(getComputedStyle(link).color).toBe(getComputedStyle(link.parentElement as HTMLElement).color)
    expect(link.getAttribute('href')).toBe(`https://shop.example/done?session=${old.service.session.id}`)
    expect(codes(here)).toEqual([])
    const later = here.reload()
    later.element.removeAttribute('replaces')
    await says(later, 'Carried on. Before: 55 minutes 4 seconds, $2.286368')
  })

  test('behaviour: the old end and the new one are told by the device’s clock', async () => {
    const { here } = await carriesOn({ ports: { deviceNow: () => FAR } })
    const [before, after] = [FAR + 296, FAR + 3_600].map(seconds => formatInstant(seconds, 'en'))
    await says(here, `${before} ${after} instead of ${before}`)
  })

  test('behaviour: in words if this browser cannot read the old meter', async () => {
    const { old } = await carriesOn()
    document.body.replaceChildren()
    const { here } = watched({
      carriesOn: old.service,
      attributes: { replaces: old.service.session.id },
    })
    await says(here, SEAMLESS)
    expect([find(here, '.parts'), find(here, '.glance')]).toEqual([null, null])
    await connectsTo(here)
    await press(here)
    await arrives(here, 'complete')
    expect(old.service.subscription?.cancel_reason).toBe('replaced')
  })

  test('error: a session that the service does not know is told before a wallet is connected', async () => {
    const { here } = watched({ attributes: { replaces: 'cs_unknown' } })
    await says(here, 'There is no meter of yours to extend here.')
    const read = () => callsTo(here, '/cs_unknown').length
    window.dispatchEvent(new Event('focus'))
    await connectsTo(here)
    expect([wordsOf(here).includes(SEAMLESS), read()]).toEqual([false, 1])
  })

  test.each([
    ['resource_missing', 'There is no meter of yours to extend here.'],
    ['subscription_invalid_state', 'There is no meter of yours to extend here.'],
  ])('error: %s on replaces has its sentence, and nothing is signed', async (code, words) => {
    const { here, asked } = await carriesOn()
    await connectsTo(here)
    for (const _ of [1, 2]) here.service.fail({ path: '/prepare', status: 400, code, param: 'replaces' })
    await expect.poll(() => callsTo(here, '/prepare').length).toBe(1)
    await press(here)
    await says(here, words)
    await says(here, 'and the old one still ends at')
    expect([codes(here).at(-1), asked.length]).toEqual([code, 0])
  })

  test('behaviour: where the wallet declines, the old meter still ends as it would', async () => {
    const { here } = await carriesOn()
    here.wallet.controls.answer('typed_data', 'reject')
    await connectsTo(here)
    await press(here)
    await says(here, 'The new meter did not start. Nothing was charged for it, and the old one still ends at')
  })

  test('behaviour: a request that stands keeps the old meter on the card, whatever the page asks for since', async () => {
    const { here, old } = await carriesOn()
    here.wallet.controls.answer('typed_data', 'fail')
    await connectsTo(here)
    await press(here)
    await arrives(here, 'error')
    here.element.replaces = null
    await here.element.updateComplete
    expect(find(here, '.parts')).not.toBeNull()
    here.wallet.controls.answer('typed_data', 'approve')
    await press(here)
    await arrives(here, 'complete')
    expect(old.service.subscription?.cancel_reason).toBe('replaced')
  })

  test('error: a service that stops the old meter and opens no new one is reported, once', async () => {
    const { here, old } = await carriesOn()
    await connectsTo(here)
    await expect.poll(() => callsTo(here, '/prepare').length).toBe(1)
    here.service.fail({ path: '/authorise', status: 400, code: 'insufficient_funds' })
    const { subscription } = old.service
    Object.assign(subscription ?? {}, {
      status: 'canceled',
      ended_at: old.service.now(),
      cancel_reason: 'replaced',
    })
    await press(here)
    await says(here, 'The service stopped your old meter and started no new one.')
    expect(codes(here).filter(code => code === 'refused_meter').length).toBe(1)
    expect(wordsOf(here)).not.toContain('still ends at')
  })

  test('error: a service that starts a meter beside the old one is reported, also where only another browser can read that', async () => {
    const { old } = await carriesOn()
    document.body.replaceChildren()
    const { here } = watched({ carriesOn: old.service, attributes: { replaces: old.service.session.id } })
    here.service.lie = ({ subscription }) => subscription && Object.assign(subscription, { replaces: null })
    await connectsTo(here)
    await press(here)
    await says(here, 'The service did not stop your old meter.')
    expect(codes(here)).toEqual(['refused_meter'])
  })

  test('error: a service that starts the new meter and lets the old one count is reported', async () => {
    const { here, old } = await carriesOn()
    const { subscription } = old.service
    const counting = structuredClone(subscription)
    old.service.lie = (answer, path) => {
      if (path.includes('/subscriptions/')) Object.assign(answer, counting)
    }
    await connectsTo(here)
    await press(here)
    await says(here, 'The service did not stop your old meter.')
    expect(codes(here)).toEqual(['refused_meter'])
  })

  test('behaviour: an old meter that has ended meanwhile is shown before the signature', async () => {
    const { here, old } = await carriesOn()
    await says(here, SEAMLESS)
    old.service.use(3_600, { status: 'ended', ended_at: old.service.now(), settled_usd: '2.4912' })
    window.dispatchEvent(new Event('focus'))
    await says(here, 'There is no meter of yours to extend here.')
    expect(codes(here)).toEqual([])
  })
})
