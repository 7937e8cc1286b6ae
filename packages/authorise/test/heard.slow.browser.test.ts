import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Speaker } from '../src/dom/speaker.ts'
import { arrives, authorises, button } from './person.ts'
import { type Stage, stage } from './stage.ts'

type Notify = (announcement: string) => void
const prototype = Element.prototype as { ariaNotify?: Notify | undefined }
const native = prototype.ariaNotify

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  prototype.ariaNotify = native
})

const stays = { attributes: { redirect: 'none' } }
const regionOf = ({ element }: Stage) => element.shadowRoot?.querySelector<HTMLElement>('[aria-live]')

/** All announcements of the live region from now on. */
function saidBy(region: HTMLElement): string[] {
  const heard: string[] = []
  new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  return heard
}

/** Starts when the region exists and is empty. A text that is there from its start is not announced. */
async function listening(here: Stage): Promise<string[]> {
  await expect.poll(() => regionOf(here)?.textContent).toBe('')
  return saidBy(regionOf(here) as HTMLElement)
}

/** The whole flow, slowly enough that each wait is announced. */
async function goesTheWay(here: Stage): Promise<void> {
  const { controls } = here.wallet
  const waits = async (name: string, act: () => Promise<void>) => {
    const release = controls.hold()
    await act()
    await expect.element(button(name)).toBeVisible()
    await here.element.updateComplete
    release()
  }
  await waits('Confirm in Example Wallet…', () => button('Connect wallet').click())
  await arrives(here, 'reviewing')
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await waits('Confirm in Example Wallet…', () => button(/^Authorise/).click())
  await arrives(here, 'complete')
  await button('Pause').click()
  await expect.element(button('Resume')).toBeVisible()
}

/** Steps within one task may be missed. Each wait of a person is announced once, in this order. */
const WAITS = [
  'Confirm in Example Wallet…',
  'Confirm in Example Wallet…',
  'Running',
  'Paused. Nothing is charged while the meter is paused.',
]

function waitsIn(heard: string[]): string[] {
  const rest = [...WAITS]
  return heard.filter(said => said === rest[0] && rest.shift() !== undefined)
}

test('default: without notifications, an earlier live region announces the waits', async () => {
  prototype.ariaNotify = undefined
  const here = stage(stays)
  await userEvent.hover(button('Connect wallet'))
  const heard = await listening(here)
  const region = regionOf(here) as HTMLElement
  await goesTheWay(here)
  await expect.poll(() => waitsIn(heard)).toEqual(WAITS)
  expect([regionOf(here) === region, region.ariaLive, region.lang, region.clientWidth]).toEqual([
    true,
    'polite',
    'en',
    1,
  ])
})

test('behaviour: it announces the same as a notification, and is missing where notifications exist', async () => {
  const notified: string[] = []
  prototype.ariaNotify = said => notified.push(said)
  const one = stage(stays)
  await goesTheWay(one)
  await expect.poll(() => waitsIn(notified)).toEqual(WAITS)
  expect(regionOf(one)).toBeNull()
  one.element.remove()
  prototype.ariaNotify = undefined
  const other = stage(stays)
  await userEvent.hover(button('Connect wallet'))
  const heard = await listening(other)
  await goesTheWay(other)
  await expect.poll(() => waitsIn(heard)).toEqual(WAITS)
  expect(heard.filter(said => !notified.includes(said))).toEqual([])
})

test('behaviour: a running meter announces nothing', async () => {
  prototype.ariaNotify = undefined
  const here = stage(stays)
  await authorises(here)
  await arrives(here, 'complete')
  await expect.poll(() => regionOf(here)?.textContent).toBe('Running')
  const heard = saidBy(regionOf(here) as HTMLElement)
  const spent = () => here.element.shadowRoot?.querySelector('[part~=spent]')?.textContent
  for (let second = 0; second < 2; second++) {
    const before = spent()
    await expect.poll(spent).not.toBe(before)
  }
  expect(heard).toEqual([])
})

test('behaviour: an announcement waits until the new region was rendered empty', async () => {
  prototype.ariaNotify = undefined
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = '<div class="card" lang="de"><p class="status">Läuft</p></div>'
  new Speaker().speak(host)
  const region = root.querySelector<HTMLElement>('[aria-live]')
  expect(region?.textContent).toBe('')
  await expect.poll(() => [region?.textContent, region?.lang]).toEqual(['Läuft', 'de'])
})
