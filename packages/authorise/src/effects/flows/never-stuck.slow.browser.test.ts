import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { callsTo } from '../../../test/asked.ts'
import { arrives, authorises, button, connects, heard, reviews } from '../../../test/person.ts'
import { type Stage, stage } from '../../../test/stage.ts'

beforeEach(() => document.body.replaceChildren())

const prompts = (here: Stage, kind: string) => here.wallet.controls.prompts.filter(prompt => prompt === kind)
/** The Back button brings the page back as it was left. */
const comesBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
const goesOnline = () => window.dispatchEvent(new Event('online'))

async function isAsked(here: Stage): Promise<() => void> {
  await reviews(here)
  const release = here.wallet.controls.hold()
  await button(/^Authorise/).click()
  await expect.poll(() => prompts(here, 'typed_data').length).toBe(1)
  return release
}

describe('a wallet that does not answer', () => {
  test('behaviour: is prompted again, and counts once', async () => {
    const here = stage()
    const release = await isAsked(here)
    comesBack()
    await button('Try again').click()
    await expect.poll(() => prompts(here, 'typed_data').length).toBe(2)
    release()
    await arrives(here, 'complete')
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'signed-in', 'complete']])
  })

  test('behaviour: can be left, and its late signature is kept without a second request', async () => {
    const here = stage()
    const release = await isAsked(here)
    comesBack()
    await button('Change wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
    release()
    await button('Example Wallet').click()
    await arrives(here, 'reviewing')
    expect(here.service.openings).toBe(0)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect([prompts(here, 'typed_data').length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: can be left while connecting', async () => {
    const here = stage()
    here.wallet.controls.hold()
    await button('Connect wallet').click()
    await arrives(here, 'connecting')
    comesBack()
    await button('Change wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
  })

  test('behaviour: with several owners the card names who has to sign, and until when', async () => {
    const here = stage()
    here.wallet.controls.setAccountKind('contract')
    const release = await isAsked(here)
    comesBack()
    await expect
      .element(page.getByText('Other owners of this wallet may have to sign, too.', { exact: false }).first())
      .toBeVisible()
    release()
    await arrives(here, 'complete')
  })
})

describe('offline and back', () => {
  test('behaviour: a page that could not load does so by itself', async () => {
    const here = stage({ prepare: service => times(3, () => service.fail(lost(service.session.id))) })
    await arrives(here, 'unavailable')
    goesOnline()
    await arrives(here, 'choosing')
  })

  test('behaviour: a signature whose submission failed is submitted again without a prompt', async () => {
    const here = stage()
    await reviews(here)
    times(3, () => here.service.fail(lost('/authorise')))
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    goesOnline()
    await arrives(here, 'complete')
    expect([prompts(here, 'typed_data').length, here.service.openings]).toEqual([1, 1])
  })

  test('behaviour: nothing is signed by itself', async () => {
    const here = stage()
    here.wallet.controls.answer('typed_data', 'reject')
    await authorises(here)
    await arrives(here, 'error')
    goesOnline()
    await here.element.updateComplete
    expect([here.element.phase, prompts(here, 'typed_data').length]).toEqual(['error', 1])
  })

  const lost = (path: string) => ({ path, lost: 'before' }) as const
  const times = (count: number, work: () => void) => {
    for (let time = 0; time < count; time++) work()
  }
})

describe('the wallet changes its account', () => {
  test('behaviour: locked, then unlocked with another account, which pays', async () => {
    const here = stage()
    await reviews(here)
    here.wallet.controls.lock()
    await arrives(here, 'choosing')
    await expect
      .element(page.getByText('The connection to your wallet ended.', { exact: false }).first())
      .toBeVisible()
    const address = here.wallet.controls.changeAccount()
    await connects(here)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(callsTo(here, '/prepare').at(-1)?.body).toMatchObject({ wallet_address: address })
  })

  test('behaviour: locked during the signature request', async () => {
    const here = stage()
    const release = await isAsked(here)
    here.wallet.controls.lock()
    await arrives(here, 'choosing')
    release()
    await connects(here)
    expect(here.service.openings).toBe(0)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
  })
})

test('behaviour: after the Back button a complete checkout still shows the way on', async () => {
  const here = stage()
  await authorises(here)
  await arrives(here, 'complete')
  const onwards = page.getByRole('link', { name: 'Back to Northwind Compute' })
  comesBack()
  await expect.element(onwards).toBeVisible()
})

test('behaviour: double clicks do everything once', async () => {
  const here = stage()
  await button('Connect wallet').dblClick()
  await arrives(here, 'reviewing')
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  here.wallet.controls.hold()
  await button(/^Authorise/).dblClick()
  await expect.poll(() => prompts(here, 'typed_data').length).toBe(1)
  expect(here.wallet.controls.prompts).toEqual(['connect', 'typed_data'])
})
