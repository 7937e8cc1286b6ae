import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PageClock } from './page-clock.ts'
import { arrives, authorises } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const DAY = 86_400

/** The success page of a meter that has just begun, `into` milliseconds into the service's second. */
async function running(into = 0, cap = DAY): Promise<{ here: Stage; clock: PageClock }> {
  const clock = new PageClock()
  const attributes = { redirect: 'none' }
  const first = stage({ attributes, cap, ports: { monotonicNow: () => clock.now } })
  await authorises(first)
  await arrives(first, 'complete')
  clock.start(first.service, into)
  const here = first.reload()
  await vi.waitUntil(() => shown(here) === 0, { timeout: 100_000 })
  return { here, clock }
}

/** The seconds on screen, from "time used". */
function shown({ element }: Stage): number {
  const text = element.shadowRoot?.querySelector('.times dd')?.textContent?.trim() ?? 'nothing'
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

function hide(): { show(): void } {
  const spy = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  return { show: () => spy.mockRestore() }
}

const reads = ({ service }: Stage) =>
  service.calls.filter(call => /^\/subscriptions\/[^/]+$/.test(call.path)).length

describe('in front', () => {
  test('default: each second of a minute is the service’s, which is read every ten', async () => {
    const { here, clock } = await running()
    const before = reads(here)
    await clock.passAnswered(0.5)
    for (let second = 1; second <= 60; second++) {
      await clock.passAnswered(1)
      await here.element.updateComplete
      expect(shown(here)).toBe(second)
    }
    expect(clock.elapsed()).toBe(60)
    expect(reads(here) - before).toBe(6)
  })

  test.each([0, 400, 999])(
    'behaviour: read %i ms into a second, it is never ahead and at most one behind, all day long',
    async into => {
      const { here, clock } = await running(into)
      const drifts = new Set<number>()
      for (let look = 0; look < 24; look++) {
        await clock.passAnswered(3_599.7, 1.005)
        await here.element.updateComplete
        drifts.add(shown(here) - clock.elapsed())
      }
      expect([...drifts].filter(drift => drift !== 0 && drift !== -1)).toEqual([])
    },
  )
})

describe('left alone', () => {
  test('behaviour: a hidden tab with one timer a minute asks nothing, and each drawing is right', async () => {
    const { here, clock } = await running()
    const before = reads(here)
    hide()
    for (let minute = 1; minute <= 120; minute++) {
      await clock.pass(60, 1.005)
      await here.element.updateComplete
      expect(shown(here)).toBe(minute * 60)
    }
    expect(reads(here)).toBe(before)
  })

  test('behaviour: a laptop that slept eight hours shows less than is due until it is looked at, then the service’s', async () => {
    const { here, clock } = await running()
    await clock.pass(30.5)
    const tab = hide()
    clock.sleep(8 * 3_600)
    await clock.pass(2, 2)
    await here.element.updateComplete
    expect(shown(here)).toBe(32)
    tab.show()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitUntil(() => shown(here) === 28_832, { timeout: 100_000 })
    expect(clock.elapsed()).toBe(28_832)
    await clock.pass(1)
    await here.element.updateComplete
    expect(shown(here)).toBe(28_833)
  })

  test('behaviour: it ends at the maximum duration, even if the page notices late', async () => {
    const { here, clock } = await running(0, 3_600)
    hide()
    await clock.pass(3 * 3_600, 1.005)
    await here.element.updateComplete
    expect(shown(here)).toBe(3_600)
    const left = here.element.shadowRoot?.querySelector('.times > :nth-child(2) dd')
    expect(left?.textContent?.trim()).toBe('00:00')
  })
})

describe('heard', () => {
  test('default: ten minutes of running announce nothing, and a change is announced once', async () => {
    const heard: string[] = []
    Object.assign(Element.prototype, { ariaNotify: (said: string) => heard.push(said) })
    const { here, clock } = await running()
    await here.element.updateComplete
    expect(heard.splice(0).at(-1)).toBe('Running')
    const root = here.element.shadowRoot as ShadowRoot
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]'
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (region) heard.push(region.textContent?.trim() ?? '')
      }
    }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
    for (let second = 0; second < 600; second += 2) await clock.passAnswered(2)
    await here.element.updateComplete
    expect([shown(here), heard]).toEqual([600, []])
    root.querySelector<HTMLElement>('.secondary')?.click()
    await vi.waitUntil(() => here.element.meter === 'paused', { timeout: 100_000 })
    await here.element.updateComplete
    expect(heard).toEqual(['Paused. Nothing is charged while the meter is paused.'])
  })
})
