import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { pagePorts } from '../src/ports.ts'
import type { Wallet } from '../src/wallet/wallet.ts'
import { focused } from './focused.ts'
import { arrives, authorises, button, connects } from './person.ts'
import { type Stage, stage } from './stage.ts'
import { stagedWallet } from './staged-wallet.ts'

beforeEach(() => document.body.replaceChildren())

const stays = { attributes: { redirect: 'none' } }

/** A person's action, and the focus after it. */
type Step = readonly [does: string | (() => unknown), focus: string]

/** Follows the steps: presses keys, and lets all other events happen. The focus after each step is compared as a whole. */
async function goes(here: Stage, steps: readonly Step[]): Promise<void> {
  const seen: string[] = []
  for (const [does, focus] of steps) {
    if (typeof does === 'string') await userEvent.keyboard(does)
    else does()
    const expected = [...seen, focus]
    await expect.poll(() => [...seen, focused(here.element)]).toEqual(expected)
    await here.element.updateComplete
    seen.push(focused(here.element))
    expect(seen).toEqual(expected)
  }
}

/** Puts the focus there as Tab would. */
async function entersAt(name: string | RegExp): Promise<void> {
  await expect.element(button(name)).toBeEnabled()
  ;(button(name).element() as HTMLElement).focus()
}

test('default: the whole flow by keyboard, with the focus on the next control at every step', async () => {
  const before = document.body.appendChild(document.createElement('button'))
  const here = stage(stays)
  const { controls } = here.wallet
  let release = () => {}
  const holds = (keys: string) => {
    release = controls.hold()
    return keys
  }
  await expect.element(button('Connect wallet')).toBeEnabled()
  before.focus()
  await goes(here, [
    ['{Tab}', 'Duration'],
    ['{Tab}', 'Unit'],
    ['{Tab}', '1 h'],
    ['{ArrowRight}', '1 day'],
    ['{ArrowLeft}', '1 h'],
    ['{Tab}', 'Shorter or longer'],
    ['{Tab}', 'Email'],
    ['{Tab}', 'Connect wallet'],
  ])
  controls.answer('connect', 'reject')
  await goes(here, [
    [holds('{Enter}'), 'Confirm in Example Wallet…'],
    [() => release(), 'Try again'],
  ])
  controls.answer('connect', 'approve')
  await goes(here, [['{Enter}', 'Email']])
  await goes(here, [
    [holds('ada@example.com{Enter}'), 'Email'],
    [() => release(), 'Spent so far'],
    ['{Tab}', 'Pause'],
    ['{Enter}', 'Resume'],
    ['{Enter}', 'Pause'],
    ['{Tab}', 'Stop'],
    ['{Enter}', 'Keep running'],
    ['{Escape}', 'Stop'],
    ['{Enter}', 'Keep running'],
    ['{Enter}', 'Stop'],
    ['{Enter}', 'Keep running'],
    ['{Tab}', 'Stop now'],
    ['{Enter}', 'Back in your wallet'],
  ])
  expect(here.element.meter).toBe('canceled')
})

test('behaviour: Enter in a field is the next step', async () => {
  const here = stage(stays)
  await expect.element(button('Connect wallet')).toBeEnabled()
  await userEvent.fill(page.getByRole('spinbutton', { name: 'Duration' }), '2')
  await goes(here, [
    ['{Enter}', 'Duration'],
    [() => undefined, 'Duration'],
  ])
  await arrives(here, 'reviewing')
  await goes(here, [['{Enter}', 'Email']])
  await goes(here, [['ada@example.com{Enter}', 'Spent so far']])
})

describe('a step that removes the focused control', () => {
  test('behaviour: Cancel leads to the way back, and that to Connect', async () => {
    const here = stage(stays)
    await entersAt('Cancel')
    await goes(here, [
      ['{Enter}', 'Start again'],
      ['{Enter}', 'Connect wallet'],
    ])
  })

  test('behaviour: also if only the first screen was loaded at the press', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const loadCheckout = () => promise.then(pagePorts().loadCheckout)
    const here = stage({ ...stays, ports: { loadCheckout } })
    await entersAt('Cancel')
    await goes(here, [
      ['{Enter}', 'Cancel'],
      [resolve, 'Start again'],
    ])
  })

  test('behaviour: the longest affordable duration leads to Authorise', async () => {
    const here = stage({ wallet: { balance: 500_000n } })
    await authorises(here)
    await entersAt(/^Use the longest/)
    await goes(here, [['{Enter}', 'Authorise $0.4986']])
  })

  test('behaviour: another wallet leads to the wallets', async () => {
    const here = stage()
    await connects(here)
    await entersAt('Change wallet')
    await goes(here, [['{Enter}', 'Example Wallet']])
  })

  test('behaviour: a wallet that is prompted again keeps the focus, and can be left for the others', async () => {
    const here = stage()
    here.wallet.controls.hold()
    await button('Connect wallet').click()
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await entersAt('Try again')
    await goes(here, [['{Enter}', 'Confirm in Example Wallet…']])
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await entersAt('Change wallet')
    await goes(here, [['{Enter}', 'Example Wallet']])
  })

  test('behaviour: a wallet on another device leads to its pairing, and from there to the wallets', async () => {
    const elsewhere: Wallet = {
      ...stagedWallet(),
      connect: (_id, options) => {
        options?.onPairing?.('wc:1@2')
        return new Promise(() => {})
      },
    }
    const here = stage({ ports: { loadWallet: async () => elsewhere } })
    await entersAt('Connect wallet')
    await goes(here, [
      ['{Enter}', 'Open in Example Wallet'],
      ['{Tab}', 'Copy link'],
      ['{Tab}', 'Change wallet'],
      ['{Enter}', 'Example Wallet'],
    ])
  })

  test('behaviour: an unavailable checkout leads to Connect once it loads', async () => {
    const here = stage({
      prepare: service => {
        for (let time = 0; time < 3; time++) service.fail({ path: service.session.id, lost: 'before' })
      },
    })
    await entersAt('Try again')
    await goes(here, [['{Enter}', 'Connect wallet']])
  })

  test('behaviour: a meter without a sign-in leads to the sign-in', async () => {
    const here = stage(stays)
    await authorises(here)
    await entersAt('Pause')
    here.service.revokeTokens()
    await goes(here, [
      ['{Enter}', 'Connect wallet'],
      ['{Enter}', 'Sign in'],
    ])
  })

  test('behaviour: a session that expires leads to the shop', async () => {
    const here = stage()
    await entersAt('Connect wallet')
    here.service.expire()
    await goes(here, [[() => window.dispatchEvent(new Event('focus')), 'Back to Northwind Compute']])
  })

  test('behaviour: a browser that does not focus a clicked control is no worse', async () => {
    const here = stage()
    await expect.element(button('Connect wallet')).toBeEnabled()
    here.element.dispatchEvent(new PointerEvent('pointerenter'))
    await expect.poll(() => here.service.paths().filter(path => path.endsWith('/chain')).length).toBe(1)
    // Safari takes the focus away and gives it to no element.
    const clicks = (locator: Locator) => () => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      ;(locator.element() as HTMLElement).click()
    }
    await goes(here, [
      [clicks(page.getByRole('radio', { name: '10 min' })), '10 min'],
      [clicks(button('Connect wallet')), 'Email'],
    ])
  })
})

describe('a control during its action', () => {
  test('behaviour: keeps the focus, is marked as disabled, and does nothing', async () => {
    const here = stage(stays)
    await authorises(here)
    const release = here.service.hold('/pause')
    await entersAt('Pause')
    await goes(here, [['{Enter}', 'Pausing…']])
    await userEvent.keyboard('{Enter}{Tab}{Enter}')
    const controls = [...(here.element.shadowRoot?.querySelectorAll('.controls > button') ?? [])]
    expect(controls.map(each => [each.textContent?.trim(), each.ariaDisabled])).toEqual([
      ['Pausing…', 'true'],
      ['Stop', 'true'],
    ])
    release()
    await expect.poll(() => here.element.meter).toBe('paused')
    expect(here.service.paths().filter(path => path.endsWith('/pause')).length).toBe(1)
  })

  test('behaviour: Escape closes the question only', async () => {
    const here = stage(stays)
    const heard: boolean[] = []
    document.body.addEventListener('keydown', event => heard.push(event.defaultPrevented))
    await authorises(here)
    await button('Stop').click()
    await expect.poll(() => focused(here.element)).toBe('Keep running')
    await goes(here, [['{Escape}', 'Stop']])
    expect([heard, here.element.meter]).toEqual([[], 'running'])
  })
})

describe('a person with the focus elsewhere', () => {
  test('behaviour: keeps their place in the page, and every letter', async () => {
    const note = document.body.appendChild(document.createElement('textarea'))
    const here = stage()
    const release = here.wallet.controls.hold()
    await button('Connect wallet').click()
    await arrives(here, 'connecting')
    await userEvent.type(note, 'by hand ')
    release()
    await arrives(here, 'reviewing')
    await userEvent.keyboard('over')
    expect([focused(here.element), note.value]).toEqual(['page: textarea', 'by hand over'])
  })

  test('behaviour: stays there after moving on during a reload of the checkout', async () => {
    const note = document.body.appendChild(document.createElement('textarea'))
    const here = stage({
      prepare: service => {
        for (let time = 0; time < 3; time++) service.fail({ path: service.session.id, lost: 'before' })
      },
    })
    await entersAt('Try again')
    const release = here.service.hold(here.service.session.id)
    await goes(here, [['{Enter}', 'page: body']])
    await arrives(here, 'loading')
    note.focus()
    release()
    await expect.element(button('Connect wallet')).toBeEnabled()
    await here.element.updateComplete
    expect(focused(here.element)).toBe('page: textarea')
  })

  test('behaviour: keeps their place in the card', async () => {
    const here = stage()
    const release = here.wallet.controls.hold()
    await button('Connect wallet').click()
    await arrives(here, 'connecting')
    await userEvent.fill(page.getByRole('spinbutton'), '2')
    release()
    await arrives(here, 'reviewing')
    expect(focused(here.element)).toBe('Duration')
  })

  test('behaviour: without a focus, none is set', async () => {
    const here = stage()
    const release = here.wallet.controls.hold()
    await button('Connect wallet').click()
    await arrives(here, 'connecting')
    ;(here.element.shadowRoot?.activeElement as HTMLElement | null)?.blur()
    release()
    await arrives(here, 'reviewing')
    expect(focused(here.element)).toBe('page: body')
  })

  test('behaviour: a page that only loads and resumes a wallet keeps its focus', async () => {
    const first = stage()
    first.wallet.controls.answer('typed_data', 'fail')
    await authorises(first)
    await arrives(first, 'error')
    const here = first.reload()
    await arrives(here, 'reviewing')
    await here.element.updateComplete
    expect(focused(here.element)).toBe('page: body')
  })
})

test('error: an invalid address is reported when the field is left, and not while it is corrected', async () => {
  stage(stays)
  const field = page.getByRole('textbox', { name: 'Email' })
  await field.click()
  await userEvent.keyboard('ada@example.com.')
  const said = page.getByText('Enter your email address, like you@example.com.')
  expect(said.query()).toBeNull()
  await userEvent.keyboard('{Tab}')
  await expect.element(said).toBeVisible()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await field.click()
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  await expect.poll(() => said.query()).toBeNull()
})
