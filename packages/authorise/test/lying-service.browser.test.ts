import { liveEscrowAddress, liveEscrowSalt } from '@per-second/contracts/addresses'
import { AUSD_ADDRESS } from '@per-second/protocol/chains'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { formatInstant } from '../src/format/format-instant.ts'
import { ownEscrow } from './honest-service.ts'
import { arrives, authorises, button, connects, heard, reviews } from './person.ts'
import { asksInVain, watched } from './signed-here.ts'
import { CHECKOUTS, type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

/** The address at which the keyless deployer puts the escrow's code with 32 bytes of 5e as the salt. */
const OWN_ESCROW = ownEscrow(`0x${'5e'.repeat(32)}`)

const alert = () => page.getByRole('alert')

describe.each(CHECKOUTS)('%s: a service that lies before the signature', (_checkout, checkout) => {
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
  ])('error: %s', async (_name, lie, code) => {
    const here = stage({ ...checkout(), prepare: service => Object.assign(service, { lie: lie }) })
    await authorises(here)
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('We stopped')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe(code)
    expect(here.wallet.controls.prompts).toEqual(['connect'])
  })

  test.each<[string, Record<string, unknown>, string]>([
    [
      'a salt that its escrow does not follow from',
      { escrow_salt: `0x${'5e'.repeat(32)}` },
      'refused_escrow',
    ],
    [
      'the live escrow by its salt',
      { escrow: liveEscrowAddress, escrow_salt: liveEscrowSalt },
      'refused_escrow',
    ],
    ['an escrow of its own without the salt', { escrow: OWN_ESCROW }, 'refused_escrow'],
    ['a salt that is none', { escrow: OWN_ESCROW, escrow_salt: '0x5e' }, 'response_invalid'],
  ])('error: %s', async (_name, change, code) => {
    const here = stage({
      ...checkout(),
      prepare: service => {
        service.lie = (answer, path) => path.endsWith('/chain') && Object.assign(answer, change)
      },
    })
    await button('Connect wallet').click()
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe(code)
    expect(here.wallet.controls.prompts).toEqual([])
  })
})

describe('a service that lies before the signature', () => {
  test('behaviour: an escrow of its own is signed for where its salt is stated', async () => {
    const here = stage({
      prepare: service => {
        Object.assign(service.chain, { escrow: OWN_ESCROW, escrow_salt: `0x${'5e'.repeat(32)}` })
      },
    })
    await authorises(here)
    await arrives(here, 'complete')
  })

  // docs/money.md, rule 61
  test('error: another payee than the pinned one', async () => {
    const here = stage({ attributes: { payee: `0x${'88'.repeat(20)}` } })
    await authorises(here)
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_terms')
    expect(here.wallet.controls.prompts).toEqual(['connect'])
  })

  // docs/money.md, rule 61
  test.each(['0', '99'])(
    'error: a higher fee than the %s basis points that the page insists on',
    async most => {
      const here = stage({ attributes: { 'max-fee': most } })
      await button('Connect wallet').click()
      await arrives(here, 'error')
      const { code, field } = here.events.at(-1) as BillingAuthoriseErrorEvent
      expect([code, field, here.wallet.controls.prompts]).toEqual(['refused_terms', 'fee_bps', []])
      here.element.setAttribute('max-fee', '100')
      await button('Try again').click()
      await arrives(here, 'reviewing')
    },
  )

  test('behaviour: Details shows fee, operator, grace and end of the signed terms, not the chain route’s later values', async () => {
    const watch = watched()
    await asksInVain(watch)
    Object.assign(watch.here.service.chain, { fee_bps: 900, operator: `0x${'79'.repeat(20)}` })
    const here = watch.here.reload()
    await arrives(here, 'reviewing')
    await page.getByText('Details').click()
    const { expiry = 0 } = watch.lock()?.terms ?? {}
    const end = formatInstant(expiry, 'en')
    for (const [term, value] of [
      ['Operator', '0x1111…1111'],
      ['Service fee', '1% of what you pay'],
      ['Wait after your stop', '1 day'],
      ['Ends at the latest', end],
    ])
      await expect.poll(() => detailOf(here, String(term))).toContain(value)
  })

  // docs/money.md, rule 61
  test('error: another payee than Details showed, until the page is loaded again', async () => {
    const here = stage()
    await reviews(here)
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
      expect([payeeOf(here), here.wallet.controls.prompts]).toEqual([shown, ['connect']])
    }
    await page.getByRole('radio', { name: '1 day' }).click()
    await button('Authorise $23.9328').click()
    await arrives(here, 'error')
    expect(payeeOf(here)).toBe(shown)
    const again = here.reload()
    await arrives(again, 'choosing')
    await connects(again)
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
    await reviews(here)
    await page.getByText('Details').click()
    await expect.poll(() => here.service.paths().filter(path => path.endsWith('/prepare')).length).toBe(1)
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    expect(payeeOf(here)).toBeUndefined()
  })

  test.each([
    ['chain-id', '1e99'],
    ['escrow', '0x77'],
    ['payee', 'northwind.example'],
    ['max-fee', '1%'],
    ['max-fee', '-1'],
  ])('error: %s of the page holds what cannot be meant', async (name, value) => {
    const here = stage({ attributes: { [name]: value } })
    await button('Connect wallet').click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('This checkout is not set up correctly.')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('attribute_invalid')
    expect(here.wallet.controls.prompts).toEqual([])
  })

  test('behaviour: an empty or omitted pin pins nothing', async () => {
    const here = stage()
    here.element.setAttribute('chain-id', '')
    here.element.setAttribute('max-fee', '')
    here.element.chainId = undefined as unknown as null
    await reviews(here)
  })

  test('error: no further authorisation of this checkout is taken', async () => {
    const here = stage()
    await reviews(here)
    here.service.fail({ path: '/prepare', status: 400, code: 'subscription_invalid_state' })
    await expect.poll(() => here.service.paths().some(path => path.endsWith('/prepare'))).toBe(true)
    here.service.fail({ path: '/prepare', status: 400, code: 'subscription_invalid_state' })
    await button(/^Authorise/).click()
    await arrives(here, 'error')
    await expect.element(alert()).toMatchTextContent('This checkout is closed.')
    await expect.element(button('Cancel')).toBeVisible()
  })

  test('behaviour: a chain we know has our name for it, and links to our block explorer', async () => {
    const here = stage({
      livemode: true,
      prepare: ({ chain }) => {
        chain.token.address = AUSD_ADDRESS
        Object.assign(chain, {
          chain_id: 143,
          name: 'Sepolia',
          block_explorer_url: 'https://explorer.example',
          escrow: liveEscrowAddress,
        })
      },
    })
    await connects(here)
    await page.getByText('Details').click()
    await expect.element(page.getByText('Monad (143)')).toBeVisible()
    const links = [...(here.element.shadowRoot?.querySelectorAll('.details a') ?? [])]
    const hrefs = links.map(link => (link as HTMLAnchorElement).href)
    expect(hrefs).toContain(`https://monadvision.com/address/${liveEscrowAddress}`)
    // The payee has its own link as soon as it is known.
    expect(hrefs.filter(href => !href.startsWith('https://monadvision.com/address/0x'))).toEqual([])
  })

  test('error: a sign-in for another page', async () => {
    const here = stage({
      prepare: service => {
        service.complete()
        service.forgetPayer()
        service.lie = answer => {
          answer.message = String(answer.message ?? '').replaceAll(location.host, 'evil.example')
        }
      },
    })
    await button('Connect wallet').click()
    await button('Sign in').click()
    await expect.poll(() => heard(here)).toContain('error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_sign_in')
    expect(here.wallet.controls.prompts).toEqual(['connect'])
  })

  test('error: another escrow, before any prompt', async () => {
    const here = stage({
      prepare: service => Object.assign(service.chain, { escrow: `0x${'77'.repeat(20)}` }),
    })
    await button('Connect wallet').click()
    await arrives(here, 'error')
    expect((here.events.at(-1) as BillingAuthoriseErrorEvent).code).toBe('refused_escrow')
    expect(here.wallet.controls.prompts).toEqual([])
  })

  /** The payee in Details, whole. */
  function payeeOf({ element }: Stage): string | undefined {
    return rowOf(element, 'Payee')?.querySelector<HTMLElement>('.address')?.title
  }

  function rowOf(element: HTMLElement, term: string): Element | undefined {
    const rows = [...(element.shadowRoot?.querySelectorAll('.row') ?? [])]
    return rows.find(({ firstElementChild }) => firstElementChild?.textContent === term)
  }

  const detailOf = ({ element }: Stage, term: string) => rowOf(element, term)?.textContent ?? ''
})

function at(answer: Record<string, unknown>, ...path: string[]) {
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    answer,
  )
  if (typeof found !== 'object' || found === null || answer.object !== 'authorisation') return null
  return { set: (key: string, value: unknown) => Object.assign(found, { [key]: value }) }
}
