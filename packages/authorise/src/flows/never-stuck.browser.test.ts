import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arrives, authorises, button, heard, signsIn } from '../../test/person.ts'
import { type Stage, stage } from '../../test/stage.ts'

beforeEach(() => document.body.replaceChildren())

const alert = () => page.getByRole('alert')
const prompts = (here: Stage, kind: string) => here.wallet.controls.prompts.filter(prompt => prompt === kind)
/** The Back button brings the page back as it was left. */
const comesBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
const goesOnline = () => window.dispatchEvent(new Event('online'))

async function isAsked(here: Stage): Promise<() => void> {
  await signsIn(here)
  const release = here.wallet.controls.hold()
  await button(/^Authorise/).click()
  await expect.poll(() => prompts(here, 'typed_data').length).toBe(1)
  return release
}

describe('a wallet that does not answer', () => {
  test('behaviour: is asked again, and counts once', async () => {
    const here = stage()
    const release = await isAsked(here)
    comesBack()
    await button('Ask again').click()
    await expect.poll(() => prompts(here, 'typed_data').length).toBe(2)
    release()
    await arrives(here, 'complete')
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'signed-in', 'complete']])
  })

  test('behaviour: is left for another one, and what it signs late is dropped', async () => {
    const here = stage()
    const release = await isAsked(here)
    comesBack()
    await button('Change wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
    release()
    await button('Example Wallet').click()
    await arrives(here, 'signing_in')
    expect(here.service.openings).toBe(0)
  })

  test('behaviour: can be left while connecting', async () => {
    const here = stage()
    here.wallet.controls.hold()
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'connecting')
    comesBack()
    await button('Change wallet').click()
    await expect.element(button('Example Wallet')).toBeVisible()
  })

  test('behaviour: with several owners it is said who is waited for, and until when', async () => {
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

describe('a signature that comes late', () => {
  test('error: after its deadline by the service’s clock; the next one counts', async () => {
    const here = stage()
    const release = await isAsked(here)
    here.service.ahead = 1_801
    here.service.fail({ path: '/authorise', status: 400, code: 'signature_invalid' })
    release()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('The signature came too late. Nothing was charged.')
    await button('Try again').click()
    // Half an hour is the token's time as well.
    await arrives(here, 'signing_in')
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(prompts(here, 'typed_data').length).toBe(2)
  })

  test('error: one that is refused in time is another matter', async () => {
    const here = stage()
    await signsIn(here)
    here.service.fail({ path: '/authorise', status: 400, code: 'signature_invalid' })
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('The signature does not fit this account.')
    const again = here.reload()
    await arrives(again, 'reviewing')
  })

  test('behaviour: a reload meanwhile says so, and asks only when told to', async () => {
    const first = stage()
    await isAsked(first)
    const here = first.reload()
    await arrives(here, 'reviewing')
    await expect
      .element(
        page.getByText('Your wallet was asked before this page was reloaded.', { exact: false }).first(),
      )
      .toBeVisible()
    expect(prompts(here, 'typed_data').length).toBe(1)
    here.wallet.controls.hold()()
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.service.openings).toBe(1)
  })
})

describe('offline and back', () => {
  test('behaviour: a page that could not load does so by itself', async () => {
    const here = stage({ prepare: service => times(3, () => service.fail(lost(service.session.id))) })
    await arrives(here, 'unavailable')
    goesOnline()
    await arrives(here, 'choosing')
  })

  test('behaviour: a signature that could not be handed in is, without another prompt', async () => {
    const here = stage()
    await signsIn(here)
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

describe('the wallet changes hands', () => {
  test('behaviour: locked, then unlocked with another account: the first one’s claim is given up', async () => {
    const here = stage()
    await signsIn(here)
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.wallet.controls.lock()
    await arrives(here, 'choosing')
    await expect
      .element(page.getByText('Your wallet ended the connection.', { exact: false }).first())
      .toBeVisible()
    here.wallet.controls.changeAccount()
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'signing_in')
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.service.paths().filter(path => path.endsWith('/sign_out')).length).toBe(1)
  })

  test('behaviour: locked while it is asked to sign', async () => {
    const here = stage()
    const release = await isAsked(here)
    here.wallet.controls.lock()
    await arrives(here, 'choosing')
    release()
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'reviewing')
    expect(here.service.openings).toBe(0)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
  })
})

test('behaviour: back by the Back button after it is complete, the way on is there', async () => {
  const here = stage()
  await authorises(here)
  await arrives(here, 'complete')
  const onwards = page.getByRole('link', { name: 'Continue to Northwind Compute' })
  expect(onwards.query()).toBeNull()
  comesBack()
  await expect.element(onwards).toBeVisible()
})

test('behaviour: double clicks do everything once', async () => {
  const here = stage()
  await button('Connect wallet').dblClick()
  await button('Example Wallet').dblClick()
  await arrives(here, 'signing_in')
  await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await button('Sign in').dblClick()
  await arrives(here, 'reviewing')
  here.wallet.controls.hold()
  await button(/^Authorise/).dblClick()
  await expect.poll(() => prompts(here, 'typed_data').length).toBe(1)
  expect(here.wallet.controls.prompts).toEqual(['connect', 'message', 'typed_data'])
})
