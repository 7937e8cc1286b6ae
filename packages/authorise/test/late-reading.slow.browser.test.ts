import { beforeEach, describe, expect, test } from 'vitest'
import { callsTo } from './asked.ts'
import { arrives, authorises, button } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const looksAgain = () => window.dispatchEvent(new Event('focus'))

async function running(): Promise<Stage> {
  const here = stage({ attributes: { redirect: 'none' } })
  here.service.frozen = true
  await authorises(here)
  await arrives(here, 'complete')
  return here
}

describe('a reading that comes late', () => {
  /** A reading that the service sends before the next step, and that arrives after it. */
  async function isReadBefore(here: Stage): Promise<() => Promise<void>> {
    const path = `/${here.service.subscription?.id}`
    const before = callsTo(here, path).length
    const release = here.service.hold(path, 'answer')
    looksAgain()
    await expect.poll(() => callsTo(here, path).length).toBe(before + 1)
    return async () => {
      release()
      // A later reading is on screen once the late one was processed.
      here.service.use(120, { settled_usd: '0.03324', refunded_usd: '0.96396' })
      looksAgain()
      await expect.poll(() => here.element.shadowRoot?.textContent).toContain('0.03324')
    }
  }

  test('behaviour: undoes no Stop', async () => {
    const here = await running()
    const seen = watch(here)
    const arrivesLate = await isReadBefore(here)
    await button('Stop').click()
    await button('Stop now').click()
    await expect.poll(() => here.element.meter).toBe('canceled')
    await arrivesLate()
    expect(seen()).toEqual(['running', 'canceled'])
  })

  test('behaviour: undoes no Pause', async () => {
    const here = await running()
    const seen = watch(here)
    const arrivesLate = await isReadBefore(here)
    await button('Pause').click()
    await expect.poll(() => here.element.meter).toBe('paused')
    await arrivesLate()
    expect(seen()).toEqual(['running', 'paused'])
  })

  /** Every status of the meter, in order. */
  function watch(here: Stage): () => string[] {
    const seen: string[] = []
    const look = () => {
      const { meter } = here.element
      if (meter && meter !== seen.at(-1)) seen.push(meter)
    }
    look()
    const original = here.element.requestUpdate.bind(here.element)
    here.element.requestUpdate = (...parameters) => {
      look()
      return original(...parameters)
    }
    return () => {
      look()
      return seen
    }
  }
})

describe('an action whose response is overtaken by a reading', () => {
  /** Pause is pressed, and the meter is read while the call is delayed. */
  async function pausesMeanwhile(here: Stage, at: 'request' | 'answer'): Promise<() => void> {
    const path = `/${here.service.subscription?.id}`
    const release = here.service.hold('/pause', at)
    await button('Pause').click()
    await expect.poll(() => callsTo(here, '/pause').length).toBe(1)
    await expect.poll(() => here.service.subscription?.status).toBe(at === 'answer' ? 'paused' : 'running')
    here.service.use(120)
    const before = callsTo(here, path).length
    looksAgain()
    await expect.poll(() => callsTo(here, path).length).toBe(before + 1)
    await expect.poll(() => here.element.shadowRoot?.textContent).toContain('2:00')
    return release
  }

  test('behaviour: it succeeds, and the next can be pressed', async () => {
    const here = await running()
    const release = await pausesMeanwhile(here, 'request')
    release()
    await expect.poll(() => here.element.meter).toBe('paused')
    await expect.element(button('Resume')).not.toHaveAttribute('aria-disabled')
  })

  test('behaviour: its older figures are not drawn', async () => {
    const here = await running()
    const release = await pausesMeanwhile(here, 'answer')
    await expect.poll(() => here.element.meter).toBe('paused')
    release()
    await expect.element(button('Resume')).not.toHaveAttribute('aria-disabled')
    expect(here.element.shadowRoot?.textContent).toContain('2:00')
  })
})
