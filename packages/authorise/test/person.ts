import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Phase } from '../src/authorise-state.ts'
import type { Stage } from './stage.ts'

/** A person at the page: finds things by the names people see. */
export const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

export async function arrives({ element }: Stage, phase: Phase): Promise<void> {
  await expect.poll(() => element.phase).toBe(phase)
}

export async function connects(stage: Stage): Promise<void> {
  await button('Connect wallet').click()
  await button('Example Wallet').click()
  await arrives(stage, 'signing_in')
}

export async function signsIn(stage: Stage): Promise<void> {
  await connects(stage)
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await button('Sign in').click()
  await arrives(stage, 'reviewing')
}

export async function authorises(stage: Stage): Promise<void> {
  await signsIn(stage)
  await button(/^Authorise/).click()
}

/** The types of the element's events so far, without their prefix. */
export function heard({ events }: Stage): string[] {
  return events.map(event => event.type.replace('billing-authorise-', ''))
}
