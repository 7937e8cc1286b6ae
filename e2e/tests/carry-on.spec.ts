import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { baseUnitsFromUsd } from '@per-second/protocol/money'
import type { CheckoutSession, Subscription } from '@per-second/protocol/types'
import { expect, test } from '../fixtures.ts'

/** Checks receipts without a network. */
const VERIFY = join(import.meta.dirname, '../../node_modules/.bin/verify-receipt')

test('a meter of a minute is carried on twice: one signature each, every second once, and the same machine', async ({
  backend: { clock },
  demo,
  store,
  chain,
  page,
}) => {
  await clock.freeze()
  await store.rent('H100 80 GB')
  await store.fillWallet()
  await store.connect()
  const payer = await store.walletAddress()
  const before = await chain.balanceOf(payer)
  const choosesAMinute = async () => {
    await store.element.getByRole('combobox', { name: 'Unit' }).selectOption('minute')
    await store.element.getByRole('spinbutton', { name: 'Duration' }).fill('1')
  }
  await choosesAMinute()
  await store.authorise('ada@example.com')
  const address = page.getByText(/^ssh you@/)
  const machine = await address.textContent()

  const sessions = [new URL(page.url()).searchParams.get('session')]
  for (const _ of [1, 2]) {
    await expect(store.element.getByText('Ends in 1 minute')).toBeVisible()
    await clock.advance('20s')
    await store.button('Extend').click()
    await page.waitForURL(/\/checkout\?session=cs_/)
    await expect(store.element.getByText(/Nothing is interrupted/)).toBeVisible()
    await expect(store.element.getByText('Comes back from before')).toBeVisible()
    await store.button('Connect wallet').click()
    await choosesAMinute()
    await store.authorise('ada@example.com')
    await expect(store.element.getByText(/^Carried on\. Before: /)).toBeVisible()
    await expect(address).toHaveText(machine ?? '')
    await expect(store.orderTitle).toHaveText('Your machine is ready')
    sessions.push(new URL(page.url()).searchParams.get('session'))
  }
  expect(new Set(sessions).size).toBe(3)
  await clock.advance('20s')
  await store.button('Stop').click()
  await store.button('Stop now').click()
  await expect(store.element.getByText('Charged')).toBeVisible()
  await expect(store.orderTitle).toHaveText('Your machine is off')

  const ask = async <T>(path: string): Promise<T> => {
    const headers = { Authorization: `Bearer ${demo.backend.merchant.test_key}` }
    return (await (await fetch(`${demo.backend.url}/v1/${path}`, { headers })).json()) as T
  }
  const meters = await Promise.all(
    sessions.map(async id => {
      const { subscription } = await ask<CheckoutSession>(`checkout/sessions/${id}`)
      return ask<Subscription>(`subscriptions/${subscription}`)
    }),
  )
  expect(meters.map(({ cancel_reason }) => cancel_reason)).toEqual(['replaced', 'replaced', 'subscriber'])
  expect(meters.map(({ replaces }) => replaces)).toEqual([null, meters[0]?.id, meters[1]?.id])
  // No second lies between two meters, and none belongs to both.
  expect(meters.slice(1).map(({ started_at }) => started_at)).toEqual(
    meters.slice(0, 2).map(({ ended_at }) => ended_at),
  )
  const charged = meters.map(({ settled_usd }) => baseUnitsFromUsd(settled_usd) ?? 0n)
  expect(meters.map(({ elapsed_seconds }) => elapsed_seconds)).toEqual([20, 20, 20])
  expect(charged).toEqual(meters.map(() => 20n * 692n))
  expect(before - (await chain.balanceOf(payer))).toBe(charged.reduce((sum, each) => sum + each, 0n))
  expect((await chain.gasOf(payer)).transactions).toBe(0)
  expect(store.prompts).toEqual(['Connect to this site?', ...sessions.map(() => 'Authorise this payment?')])

  for (const session of sessions) {
    await page.goto(new URL(`/success?session=${session}`, page.url()).href)
    await expect(store.element.getByText('Charged')).toBeVisible()
    const command = ['--conditions=@per-second/source', VERIFY, await store.downloadReceipt()]
    expect(execFileSync(process.execPath, command, { encoding: 'utf8' })).toBe(
      'Everything agrees.\nThe payer signed exactly these terms.\n',
    )
  }
  await clock.release()
})
