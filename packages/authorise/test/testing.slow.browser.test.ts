import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import '../src/define.ts'
import { BillingAuthorise } from '../src/billing-authorise.ts'
import { type Ports, pagePorts } from '../src/ports.ts'
import {
  announceTestWallet,
  showPhase,
  startTestCheckout,
  TEST_PHASES,
  type TestCheckout,
} from '../src/testing/index.ts'
import { loadWords } from '../src/text/load-text.ts'

let checkout: TestCheckout | null = null
const realFetch = globalThis.fetch

beforeAll(() => {
  document.body.replaceChildren()
})

afterEach(() => {
  checkout?.stop()
  checkout = null
  document.body.replaceChildren()
})

function element(): BillingAuthorise {
  return document.body.appendChild(document.createElement('billing-authorise'))
}

test.each(TEST_PHASES)('showPhase: %s, in the real element', async phase => {
  const here = element()
  checkout = await showPhase(here, phase)
  const meter = phase.startsWith('meter_')
  const expected = meter ? 'complete' : phase === 'choosing_wallet' ? 'choosing' : phase
  expect(here.phase).toBe(expected)
  expect(here.matches(`:state(${expected.replaceAll('_', '-')})`)).toBe(true)
  expect(here.matches(`:state(${phase.replaceAll('_', '-')})`)).toBe(phase !== 'choosing_wallet')
})

test('showPhase: the phase is on screen, however late its words are', async () => {
  const words = Promise.withResolvers<void>()
  customElements.define(
    'late-billing-authorise',
    class extends BillingAuthorise {
      protected override ports(): Ports {
        return {
          ...pagePorts(),
          loadWords: async language => {
            await words.promise
            return loadWords(language)
          },
        }
      }
    },
  )
  const here = document.body.appendChild(document.createElement('late-billing-authorise') as BillingAuthorise)
  let isShown = false
  const shown = showPhase(here, 'choosing').then(started => {
    checkout = started
    isShown = true
  })
  await expect.poll(() => here.phase).toBe('choosing')
  // Longer than the driver's interval between two polls.
  for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
  expect(isShown).toBe(false)
  words.resolve()
  await shown
  expect(here.shadowRoot?.querySelector('.amount')).toBeInstanceOf(HTMLInputElement)
})

test('startTestCheckout: its own requests are answered here, others go on', async () => {
  checkout = startTestCheckout({ name: 'A seat' })
  const answer = await fetch(`${checkout.baseUrl}/v1/client/checkout/sessions/${checkout.session}`)
  expect((await answer.json()).product.name).toBe('A seat')
  expect((await fetch(location.href)).ok).toBe(true)
  checkout.stop()
  expect(globalThis.fetch).toBe(realFetch)
})

test('sample of the README: a shop tests its own handler', async () => {
  const here = element()
  const told: string[] = []
  here.addEventListener('billing-authorise-error', event => told.push(event.code))
  checkout = await showPhase(here, 'reviewing', { rate: '0.000277' })
  checkout.wallet.controls.answer('typed_data', 'reject')
  here.shadowRoot?.querySelector<HTMLElement>('[part~="button"]')?.click()
  await expect.poll(() => here.phase).toBe('error')
  expect([told, checkout.service.openings]).toEqual([['user_rejected'], 0])
})

describe('announceTestWallet', () => {
  const announced = (options: Parameters<typeof announceTestWallet>[0]) => {
    const wallet = announceTestWallet(options)
    wallet.remove()
    return wallet.controls.address
  }

  afterEach(() => {
    localStorage.clear()
  })

  test('is the same wallet after a reload, and a different one under another name', () => {
    const address = announced({ rdns: 'test.kept' })
    expect(announced({ rdns: 'test.kept' })).toBe(address)
    expect(announced({ rdns: 'test.other' })).not.toBe(address)
  })

  test('announces itself as EIP-6963 wants it, each time under another UUID (version 4)', () => {
    const uuids: string[] = []
    const listen = (event: Event) =>
      uuids.push((event as CustomEvent<{ info: { uuid: string } }>).detail.info.uuid)
    addEventListener('eip6963:announceProvider', listen)
    announced({})
    announced({})
    removeEventListener('eip6963:announceProvider', listen)
    const version4 = expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(uuids).toEqual([version4, version4])
    expect(uuids[0]).not.toBe(uuids[1])
  })

  test('stores no key if it is told so, and no key from the options', () => {
    const key = `0x${'11'.repeat(32)}` as const
    expect(announced({ keepsKey: false })).not.toBe(announced({ keepsKey: false }))
    expect(announced({ key })).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
    expect(localStorage.length).toBe(0)
  })

  test('a spoilt key is replaced', () => {
    const address = announced({})
    const [place] = Object.keys(localStorage)
    localStorage.setItem(place ?? '', '0x12')
    const fresh = announced({})
    expect(fresh).not.toBe(address)
    expect(announced({})).toBe(fresh)
  })

  test('with a chain, reads and transactions go there, and refusals keep their number', async () => {
    const asked: string[] = []
    const { provider, remove } = announceTestWallet({
      keepsKey: false,
      askChain: async ({ method }) => {
        asked.push(method)
        if (method === 'eth_getCode') return { error: { code: -32005 } }
        if (method === 'eth_getTransactionCount' || method === 'eth_gasPrice') return { result: '0x1' }
        return { result: `0x${'07'.repeat(32)}` }
      },
    })
    remove()
    const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as [string]
    const read = { method: 'eth_call', params: [{ to: from, data: '0x61d585da' }, 'latest'] }
    expect(await provider.request(read)).toBe(`0x${'07'.repeat(32)}`)
    await expect(provider.request({ method: 'eth_getCode', params: [from] })).rejects.toMatchObject({
      code: -32005,
    })
    expect(asked).toEqual(['eth_call', 'eth_getCode'])
  })
})
