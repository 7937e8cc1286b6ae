import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Phase } from '../src/machine/state.ts'
import type { Stage } from './stage.ts'

/** A person at the page, who finds controls by their visible names. */
export const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

export async function arrives({ element }: Stage, phase: Phase): Promise<void> {
  await expect.poll(() => element.phase).toBe(phase)
}

/** Uses the only wallet, which needs no list. */
export async function connects(stage: Stage): Promise<void> {
  await button('Connect wallet').click()
  await arrives(stage, 'reviewing')
}

/** Fills in everything that Authorise needs. */
export async function reviews(stage: Stage): Promise<void> {
  await connects(stage)
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
}

export async function authorises(stage: Stage): Promise<void> {
  await reviews(stage)
  await button(/^Authorise/).click()
}

/** The types of the element's events so far, without their prefix. */
export function heard({ events }: Stage): string[] {
  return events.map(event => event.type.replace('billing-authorise-', ''))
}
