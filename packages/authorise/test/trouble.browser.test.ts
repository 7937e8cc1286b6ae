import { liveEscrowAddress } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BillingAuthoriseErrorEvent } from '../src/first-events.ts'
import { WalletError } from '../src/wallet/wallet.ts'
import { arrives, authorises, button, connects, heard, signsIn } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const alert = () => page.getByRole('alert')

describe('the session', () => {
  test('error: unknown', async () => {
    const here = stage({ attributes: { session: 'cs_unknown' } })
    await arrives(here, 'unavailable')
    await expect.element(alert()).toMatchTextContent('We cannot find this checkout')
    expect((here.events[0] as BillingAuthoriseErrorEvent).code).toBe('resource_missing')
    await expect.element(button('Try again')).toBeVisible()
  })

  test('error: expired', async () => {
    const here = stage({ prepare: service => service.expire() })
    await arrives(here, 'expired')
    await expect.element(page.getByRole('status')).toMatchTextContent('expired')
    await expect.element(page.getByRole('link', { name: 'Back to Northwind Compute' })).toBeVisible()
  })

  test('behaviour: expires while somebody looks at it', async () => {
    const here = stage()
    await arrives(here, 'choosing')
    here.service.expire()
    window.dispatchEvent(new Event('focus'))
    await arrives(here, 'expired')
  })

  test('behaviour: arrives late, without a request before', async () => {
    const here = stage({ attributes: { session: '' } })
    await here.element.updateComplete
    expect([here.service.calls, here.element.phase]).toEqual([[], 'loading'])
    await expect.element(button('Connect wallet')).toBeDisabled()
    here.element.session = here.service.session.id
    await arrives(here, 'choosing')
    expect(heard(here)).toEqual(['ready'])
  })

  test('behaviour: changes, and everything begins anew', async () => {
    const here = stage()
    await signsIn(here)
    here.element.setAttribute('session', 'cs_other')
    await arrives(here, 'unavailable')
    here.element.setAttribute('session', here.service.session.id)
    await arrives(here, 'reviewing')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'error', 'ready'])
  })

  test('behaviour: no answer, then one', async () => {
    const here = stage({
      prepare: service => {
        for (let time = 0; time < 3; time++) service.fail({ path: service.session.id, lost: 'before' })
      },
    })
    await arrives(here, 'unavailable')
    await button('Try again').click()
    await arrives(here, 'choosing')
  })

  test('error: base-url that is none', async () => {
    const here = stage({ attributes: { 'base-url': 'javascript:alert(1)' } })
    await arrives(here, 'unavailable')
    expect(here.service.calls).toEqual([])
  })
})

describe('the wallet', () => {
  test('error: none', async () => {
    const here = stage({ wallet: { missing: true } })
    await button('Connect wallet').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent(/no wallet/)
  })

  test.each(['connect', 'message', 'typed_data'] as const)(
    'behaviour: %s declined, then approved',
    async prompt => {
      const here = stage()
      here.wallet.controls.answer(prompt, 'reject')
      await button('Connect wallet').click()
      await button('Example Wallet').click()
      if (prompt !== 'connect') {
        await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
        await button('Sign in').click()
      }
      if (prompt === 'typed_data') await button(/^Authorise/).click()
      await arrives(here, 'error')
      await expect.element(alert()).toMatchTextContent('You declined in your wallet')
      expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('user_rejected')
      here.wallet.controls.answer(prompt, 'approve')
      await button('Try again').click()
      await arrives(
        here,
        { connect: 'signing_in', message: 'reviewing', typed_data: 'complete' }[prompt] as 'complete',
      )
    },
  )

  test('behaviour: not enough is told before signing, and looked at again', async () => {
    const here = stage({ wallet: { balance: 997_199n } })
    await authorises(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('not enough')
    await expect.element(alert()).toMatchTextContent('0.997199 AUSD of the 0.9972')
    expect(here.wallet.controls.prompts).not.toContain('typed_data')
    await button('Try again').click()
    await arrives(here, 'error')
    here.wallet.controls.setBalance(997_200n)
    await button('Try again').click()
    await arrives(here, 'complete')
  })

  test('behaviour: a contract wallet is only warned', async () => {
    const here = stage({ wallet: { balance: 0n } })
    here.wallet.controls.setAccountKind('contract')
    await signsIn(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect
      .element(page.getByText('There is less in this wallet than the maximum.', { exact: false }))
      .toBeVisible()
    release()
    await arrives(here, 'complete')
  })

  test('behaviour: an account that cannot be read may be a contract: it is only warned, too', async () => {
    const here = stage({ wallet: { balance: 0n } })
    here.wallet.accountKind = () => Promise.reject(new WalletError('method_unsupported', 'eth_getCode'))
    await signsIn(here)
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'message', 'typed_data'])
  })

  test('behaviour: the network is switched before signing', async () => {
    const here = stage({ wallet: { chainId: 1 } })
    await authorises(here)
    await arrives(here, 'complete')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'message', 'switch', 'typed_data'])
  })

  test('behaviour: another account signs in again, and can go on', async () => {
    const here = stage()
    await signsIn(here)
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.wallet.controls.changeAccount()
    await arrives(here, 'signing_in')
    await expect
      .element(page.getByText('Your wallet has another account now.', { exact: false }))
      .toBeVisible()
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(here.service.paths().filter(path => path.endsWith('/sign_out')).length).toBe(1)
  })

  test('behaviour: an e-mail address that is none is not sent', async () => {
    const here = stage()
    await connects(here)
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada')
    await button('Sign in').click()
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
    expect(here.wallet.controls.prompts).toEqual(['connect'])
  })
})

describe('a lying service', () => {
  test.each<[string, (answer: Record<string, unknown>) => void, string]>([
    [
      'another payee than in the nonce',
      answer => at(answer, 'terms')?.set('merchant', `0x${'55'.repeat(20)}`),
      'refused_terms',
    ],
    [
      'another amount',
      answer => at(answer, 'typed_data', 'message')?.set('value', '9999999999'),
      'refused_terms',
    ],
    [
      'another receiver',
      answer => at(answer, 'typed_data', 'message')?.set('to', `0x${'66'.repeat(20)}`),
      'refused_escrow',
    ],
    ['another deposit', answer => at(answer)?.set('deposit_wei', '9'), 'refused_terms'],
    ['no terms', answer => at(answer)?.set('terms', undefined), 'refused_terms'],
    ['no deadline', answer => at(answer)?.set('sign_by', undefined), 'refused_terms'],
  ])('error: %s', async (_name, lie, code) => {
    const here = stage({ prepare: service => Object.assign(service, { lie: lie }) })
    await authorises(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('We stopped')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe(code)
    expect(here.wallet.controls.prompts).toEqual(['connect', 'message'])
  })

  test('error: another payee than the page insists on', async () => {
    const here = stage({ attributes: { payee: `0x${'88'.repeat(20)}` } })
    await authorises(here)
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_terms')
    expect(here.wallet.controls.prompts).toEqual(['connect', 'message'])
  })

  test('error: another payee than Details showed, until the page is loaded anew', async () => {
    const here = stage()
    await signsIn(here)
    await page.getByText('Details').click()
    const shown = here.service.payee
    await expect.poll(() => payeeOf(here)).toBe(shown)
    here.service.payee = `0x${'99'.repeat(20)}`
    for (const press of [/^Authorise/, 'Try again']) {
      await button(press).click()
      await expect
        .poll(() => heard(here).filter(type => type === 'error').length)
        .toBe(press === 'Try again' ? 2 : 1)
      await expect.element(alert()).toMatchTextContent('other terms than those on screen')
      expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_terms')
      expect([payeeOf(here), here.wallet.controls.prompts]).toEqual([shown, ['connect', 'message']])
    }
    await page.getByRole('button', { name: '1 day' }).click()
    await button('Authorise $23.9328').click()
    await arrives(here, 'error')
    expect(payeeOf(here)).toBe(shown)
    const again = here.reload()
    await arrives(again, 'reviewing')
    await page.getByText('Details').click()
    await expect.poll(() => payeeOf(again)).toBe(here.service.payee)
    await button(/^Authorise/).click()
    await arrives(again, 'complete')
  })

  test('behaviour: terms that are refused are not shown either', async () => {
    const here = stage({
      prepare: service => {
        service.lie = answer => at(answer, 'terms')?.set('merchant', `0x${'99'.repeat(20)}`)
      },
    })
    await signsIn(here)
    await page.getByText('Details').click()
    await expect.poll(() => here.service.paths().filter(path => path.endsWith('/prepare')).length).toBe(1)
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    expect(payeeOf(here)).toBeUndefined()
    await expect.element(page.getByText('Shown once you have signed in')).toBeVisible()
  })

  test.each([
    ['chain-id', '1e99'],
    ['escrow', '0x77'],
    ['payee', 'northwind.example'],
  ])('error: %s of the page holds what cannot be meant', async (name, value) => {
    const here = stage({ attributes: { [name]: value } })
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('This checkout is not set up right.')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('attribute_invalid')
    expect(here.wallet.controls.prompts).toEqual([])
  })

  test('behaviour: an empty pin, or one a framework leaves out, pins nothing', async () => {
    const here = stage()
    here.element.setAttribute('chain-id', '')
    here.element.chainId = undefined as unknown as null
    await signsIn(here)
  })

  test('error: no further authorisation of this checkout is taken', async () => {
    const here = stage()
    await signsIn(here)
    here.service.fail({ path: '/prepare', status: 400, code: 'subscription_invalid_state' })
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.service.fail({ path: '/prepare', status: 400, code: 'subscription_invalid_state' })
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('This checkout is closed.')
    await expect.element(button('Cancel')).toBeVisible()
  })

  test.each([
    ['no escrow', { escrow: null }, 'refused_escrow'],
    ['no token', { token: null }, 'refused_token'],
    ['a name that is none', { name: { toString: null } }, 'refused_chain'],
    ['a fee that is none', { fee_bps: '1%' }, 'refused_terms'],
  ])('error: a chain with %s is told, and never drawn', async (_name, change, code) => {
    const here = stage({ prepare: service => Object.assign(service.chain, change) })
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe(code)
    expect(here.wallet.controls.prompts).toEqual([])
    await page.getByText('Details').click()
    await expect.element(page.getByText('Escrow', { exact: true })).not.toBeInTheDocument()
  })

  test('behaviour: a chain we know has our name for it, and links to our block explorer', async () => {
    const chain = {
      chain_id: 143,
      name: 'Sepolia',
      block_explorer_url: 'https://explorer.example',
      escrow: liveEscrowAddress,
      token: { ...stage().service.chain.token, address: AUSD_ADDRESS },
    }
    document.body.replaceChildren()
    const here = stage({ livemode: true, prepare: service => Object.assign(service.chain, chain) })
    await button('Connect wallet').click()
    await page.getByText('Details').click()
    await expect.element(page.getByText('Monad (143)')).toBeVisible()
    const links = [...(here.element.shadowRoot?.querySelectorAll('.details a') ?? [])]
    expect(links.map(link => (link as HTMLAnchorElement).href)).toEqual([
      `https://monadvision.com/address/${liveEscrowAddress}`,
    ])
  })

  test('error: a sign-in for another page', async () => {
    const here = stage({
      prepare: service => {
        service.lie = answer => {
          answer.message = String(answer.message ?? '').replaceAll(location.host, 'evil.example')
        }
      },
    })
    await connects(here)
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await button('Sign in').click()
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_sign_in')
    expect(here.wallet.controls.prompts).toEqual(['connect'])
  })

  test('error: another escrow, before the wallet is asked for anything', async () => {
    const here = stage({
      prepare: service => Object.assign(service.chain, { escrow: `0x${'77'.repeat(20)}` }),
    })
    await button('Connect wallet').click()
    await button('Example Wallet').click()
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_escrow')
    expect(here.wallet.controls.prompts).toEqual([])
  })

  /** The payee in Details, whole. */
  function payeeOf({ element }: Stage): string | undefined {
    const rows = [...(element.shadowRoot?.querySelectorAll('.row') ?? [])]
    const row = rows.find(({ firstElementChild }) => firstElementChild?.textContent === 'Payee')
    return row?.querySelector<HTMLElement>('.address')?.title
  }

  function at(answer: Record<string, unknown>, ...path: string[]) {
    const found = path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      answer,
    )
    if (typeof found !== 'object' || found === null || answer.object !== 'authorisation') return null
    return { set: (key: string, value: unknown) => Object.assign(found, { [key]: value }) }
  }
})

describe('lost answers, reloads, tabs, moves', () => {
  test('behaviour: the answer to the opening is lost', async () => {
    const here = stage()
    await signsIn(here)
    here.service.fail({ path: '/authorise', lost: 'after' })
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect([here.service.openings, heard(here)]).toEqual([1, ['ready', 'signed-in', 'complete']])
  })

  test('behaviour: the chain is silent for a while', async () => {
    const here = stage()
    await signsIn(here)
    here.service.fail({ path: '/authorise', status: 503, code: 'chain_unavailable' })
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: a reload goes on where it was, without a prompt', async () => {
    const first = stage()
    await signsIn(first)
    await button('1 day').click()
    await expect.poll(() => first.service.session.max_duration_seconds).toBe(86_400)
    const prompts = [...first.wallet.controls.prompts]
    const second = first.reload()
    await arrives(second, 'reviewing')
    expect(second.wallet.controls.prompts).toEqual(prompts)
    await expect.element(button('Authorise $23.9328')).toBeEnabled()
    await expect.element(page.getByRole('spinbutton', { name: 'Duration' })).toHaveValue(1)
    await button(/^Authorise/).click()
    await arrives(second, 'complete')
    expect(heard(second)).toEqual(['ready', 'complete'])
  })

  test('behaviour: a reload while the escrow opens waits on, and signs nothing again', async () => {
    const first = stage({ prepare: service => Object.assign(service, { pendingAnswers: 1_000 }) })
    await authorises(first)
    await arrives(first, 'opening')
    const second = first.reload()
    await arrives(second, 'opening')
    second.service.pendingAnswers = 0
    await arrives(second, 'complete')
    expect(second.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
    expect([second.service.openings, heard(second)]).toEqual([1, ['ready', 'complete']])
  })

  test('behaviour: another tab completes', async () => {
    const here = stage()
    await signsIn(here)
    here.service.complete()
    window.dispatchEvent(new Event('focus'))
    await arrives(here, 'complete')
    window.dispatchEvent(new Event('focus'))
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
  })

  test('behaviour: moved in the page while the wallet is open, nothing happens twice', async () => {
    const here = stage()
    await signsIn(here)
    const release = here.wallet.controls.hold()
    await button(/^Authorise/).click()
    await expect.poll(() => here.wallet.controls.prompts.at(-1)).toBe('typed_data')
    const other = document.body.appendChild(document.createElement('section'))
    other.append(here.element)
    release()
    await arrives(here, 'complete')
    expect(heard(here)).toEqual(['ready', 'signed-in', 'complete'])
    expect(here.wallet.controls.prompts.filter(prompt => prompt === 'typed_data').length).toBe(1)
  })

  test('behaviour: taken off the page it asks nothing more; put back it resumes', async () => {
    const here = stage()
    await signsIn(here)
    here.element.remove()
    await Promise.resolve()
    const calls = here.service.calls.length
    window.dispatchEvent(new Event('focus'))
    expect(here.service.calls.length).toBe(calls)
    document.body.append(here.element)
    await arrives(here, 'reviewing')
    expect(heard(here)).toEqual(['ready', 'signed-in'])
  })

  test('behaviour: a token that is no longer good is forgotten, and asked for again', async () => {
    const here = stage()
    await signsIn(here)
    // The terms are asked for a moment after signing in, which would notice before the press does.
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.service.revokeTokens()
    await button(/^Authorise/).click()
    await arrives(here, 'signing_in')
    await expect.element(page.getByText('You were signed out', { exact: false })).toBeVisible()
    await button('Sign in').click()
    await arrives(here, 'reviewing')
    await button(/^Authorise/).click()
    await arrives(here, 'complete')
  })
})
