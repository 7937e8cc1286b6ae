import { beforeEach, expect, test } from 'vitest'
import { connectsTo, press, watched } from './signed-here.ts'
import type { Stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const shown = ({ element }: Stage) =>
  element.shadowRoot?.querySelector<HTMLDetailsElement>('[part=wallet-shows]') ?? null

test('default: open while the wallet’s window is, in the wallet’s own names and whole values', async () => {
  const { here, asked } = watched()
  await connectsTo(here)
  await expect.poll(() => shown(here)?.open).toBe(false)
  const release = here.wallet.controls.hold()
  await press(here)
  await expect.poll(() => shown(here)?.open).toBe(true)
  const { domain, message } = asked[0] ?? {}
  const rows = [...(shown(here)?.querySelectorAll('.shown') ?? [])].map(row => [
    row.querySelector('dt')?.textContent,
    row.querySelector('bdi')?.textContent,
  ])
  expect(rows).toEqual([
    ['name', domain?.name],
    ['to', message?.to],
    ['value', message?.value],
    ['validBefore', message?.validBefore],
  ])
  expect(shown(here)?.textContent).toContain('Some wallets call this an unknown type.')
  release()
})
