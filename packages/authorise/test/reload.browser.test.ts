import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { browserStorage } from '../src/dom/browser-storage.ts'
import type { BillingAuthoriseChangeEvent } from '../src/events.ts'
import { callsTo } from './asked.ts'
import { arrives, authorises, button, connects, heard, reviews } from './person.ts'
import { inMemory, type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const amount = () => page.getByRole('spinbutton', { name: 'Duration' })
const unit = () => page.getByRole('combobox', { name: 'Unit' })
const email = () => page.getByRole('textbox', { name: 'Email' })
const changes = ({ events }: Stage) =>
  (events.filter(event => event.type === 'billing-authorise-change') as BillingAuthoriseChangeEvent[]).map(
    change => [change.durationSeconds, change.maxEscrowUsd],
  )
const lengths = (here: Stage) =>
  callsTo(here, '/prepare').map(({ body }) => (body as { max_duration_seconds: number }).max_duration_seconds)

async function chooses(here: Stage, number: string, named: string): Promise<void> {
  await arrives(here, 'choosing')
  await userEvent.selectOptions(unit(), named)
  await userEvent.fill(amount(), number)
}

/** The person's choice, and the maximum charge. */
function shown({ element }: Stage): (string | undefined)[] {
  const root = element.shadowRoot
  return [
    root?.querySelector<HTMLInputElement>('.amount')?.value,
    root?.querySelector<HTMLSelectElement>('.unit')?.value,
    root?.querySelector('[part~=max-escrow]')?.textContent?.trim(),
  ]
}

describe('before anything is prepared', () => {
  test('default: the length is restored as it was entered, and dispatched', async () => {
    const first = stage()
    await chooses(first, '90', 'minutes')
    await expect.poll(() => shown(first)).toEqual(['90', 'minutes', '$1.4958'])
    await expect.poll(() => first.service.paths().some(path => path.endsWith('/chain'))).toBe(true)
    const here = first.reload()
    await arrives(here, 'choosing')
    await expect.poll(() => shown(here)).toEqual(['90', 'minutes', '$1.4958'])
    expect([heard(here), changes(here), lengths(here)]).toEqual([
      ['ready', 'change'],
      [[5_400, '1.4958']],
      [],
    ])
  })

  test('behaviour: a length chosen before the rest of the page is there is kept, too', async () => {
    const first = stage()
    await arrives(first, 'choosing')
    await first.element.updateComplete
    first.element.shadowRoot?.querySelector<HTMLElement>('.preset:last-child')?.click()
    await expect.poll(() => shown(first)).toEqual(['30', 'days', '$717.984'])
    first.element.dispatchEvent(new PointerEvent('pointerenter'))
    await expect.poll(() => first.service.paths().some(path => path.endsWith('/chain'))).toBe(true)
    const here = first.reload()
    await expect.poll(() => shown(here)).toEqual(['30', 'days', '$717.984'])
  })

  test('behaviour: the address is restored, and both are signed', async () => {
    const first = stage()
    await chooses(first, '2', 'days')
    await connects(first)
    await userEvent.fill(email(), 'ada@example.com')
    const here = first.reload()
    await arrives(here, 'choosing')
    await connects(here)
    await expect.element(email()).toHaveValue('ada@example.com')
    await button('Authorise $47.8656').click()
    await arrives(here, 'complete')
    expect(lengths(here).at(-1)).toBe(172_800)
  })

  test('behaviour: a length out of range is restored as it was typed', async () => {
    const first = stage()
    await chooses(first, '800', 'hours')
    const here = first.reload()
    await expect.poll(() => shown(here)).toEqual(['800', 'hours', '—'])
    expect(heard(here)).toEqual(['ready'])
  })

  test('behaviour: a fixed length is the merchant’s all the same', async () => {
    const first = stage({ cap: 5_400 })
    await connects(first)
    await userEvent.fill(email(), 'ada@example.com')
    const here = first.reload()
    await connects(here)
    await expect.element(email()).toHaveValue('ada@example.com')
    expect([shown(here), heard(here)]).toEqual([[undefined, undefined, '$1.4958'], ['ready']])
  })
})

test('behaviour: a length chosen a moment before the reload is the one that is shown and signed', async () => {
  const first = stage({ attributes: { redirect: 'none' } })
  await reviews(first)
  await expect.poll(() => lengths(first)).toEqual([3_600])
  await page.getByRole('radio', { name: '1 day' }).click()
  const here = first.reload()
  await arrives(here, 'choosing')
  await connects(here)
  await button('Authorise $23.9328').click()
  await arrives(here, 'complete')
  expect([lengths(here).at(-1), here.wallet.controls.prompts]).toEqual([86_400, ['connect', 'typed_data']])
})

describe('storage', () => {
  /** Storage that a test can read. */
  function watched() {
    const items = new Map<string, string>()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
    return { items, kept: browserStorage(() => storage as Storage) }
  }

  test('default: empty before any input, then this tab’s input, and empty at the end', async () => {
    const { items, kept } = watched()
    const here = stage({ attributes: { redirect: 'none' }, ports: { tabStorage: kept } })
    const key = `billing-authorise ${location.origin} entered ${here.service.session.id}`
    await arrives(here, 'choosing')
    await connects(here)
    expect([...items]).toEqual([])
    await userEvent.fill(email(), 'ada')
    expect([...items]).toEqual([[key, '{"amount":"1","unit":"hours","email":"ada"}']])
    await userEvent.fill(email(), 'ada@example.com')
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect([...items]).toEqual([])
  })

  test.each(['', '{', 'null', '[]', '7', '{"amount":1}', '{"amount":"5","unit":"weeks","email":""}'])(
    'behaviour: %j in storage is nothing',
    async text => {
      const stored = { ...inMemory(), read: () => text }
      const here = stage({ ports: { storage: stored, tabStorage: stored } })
      await arrives(here, 'choosing')
      await expect.poll(() => shown(here)).toEqual(['1', 'hours', '$0.9972'])
      expect(heard(here)).toEqual(['ready'])
    },
  )

  test('behaviour: without storage nothing is kept, and nothing is lost before a reload', async () => {
    const storage = browserStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const here = stage({ ports: { storage, tabStorage: storage } })
    await chooses(here, '2', 'hours')
    await authorises(here)
    await arrives(here, 'complete')
    expect(lengths(here).at(-1)).toBe(7_200)
  })
})
