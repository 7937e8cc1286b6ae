import { testEscrowAddress } from '@per-second/contracts/addresses'
import { createConfig, disconnect, http, injected } from '@wagmi/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../src/define.ts'
import type { Appearance } from '../src/appearance/appearance.ts'
import type { BillingAuthorise } from '../src/billing-authorise.ts'
import { showPhase, startTestCheckout, type TestCheckout } from '../src/testing/index.ts'
import { createFakeProvider } from '../src/wallet/fake-provider.ts'
import { button } from './person.ts'

let checkout: TestCheckout | null = null

beforeEach(async () => {
  document.body.replaceChildren()
  // A pointer that an earlier test left over the button would darken it.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } })
})
afterEach(() => checkout?.stop())

function create(): BillingAuthorise {
  return document.body.appendChild(document.createElement('billing-authorise'))
}

const inner = (element: BillingAuthorise, selector: string) =>
  element.shadowRoot?.querySelector<HTMLElement>(selector) as HTMLElement
const look = (element: BillingAuthorise, selector: string) => getComputedStyle(inner(element, selector))

async function dressed(appearance: Appearance): Promise<BillingAuthorise> {
  const element = create()
  element.appearance = appearance
  checkout = await showPhase(element, 'choosing')
  await expect.poll(() => inner(element, '.primary')?.textContent?.trim()).toBe('Connect wallet')
  await rested(element)
  return element
}

/** Drawn, and past its transitions: the button passes from the skeleton's ground to its own. */
async function rested(element: BillingAuthorise): Promise<void> {
  await element.updateComplete
  for (const animation of element.shadowRoot?.getAnimations() ?? [])
    if (animation instanceof CSSTransition) animation.finish()
}

describe('appearance', () => {
  test('theme and variables, in Stripe’s names', async () => {
    const element = await dressed({
      theme: 'night',
      variables: {
        colorBackground: '#101820',
        borderRadius: '2px',
        fontFamily: 'monospace',
        fontSizeBase: '16px',
      },
    })
    const { colorScheme, backgroundColor, borderRadius, fontFamily, fontSize } = look(element, '.card')
    expect({ colorScheme, backgroundColor, borderRadius, fontFamily, fontSize }).toEqual({
      colorScheme: 'dark',
      backgroundColor: 'rgb(16, 24, 32)',
      borderRadius: '2px',
      fontFamily: 'monospace',
      fontSize: '16px',
    })
  })

  test.each(['#ffd400', '#7f7f7f', '#ffffff', '#000000', '#777', '#12a150'])(
    'whatever the colours: %s is made readable, on any ground',
    async colour => {
      for (const colorBackground of ['#ffffff', '#111111', '#777777']) {
        const element = await dressed({
          variables: {
            colorPrimary: colour,
            colorBackground,
            colorText: colour,
            colorTextSecondary: colour,
            buttonColorText: colour,
          },
        })
        const { color, backgroundColor } = look(element, '.primary')
        expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
        for (const selector of ['.product', '.hero .note']) {
          expect(
            contrast(look(element, selector).color, look(element, '.card').backgroundColor),
          ).toBeGreaterThanOrEqual(4.5)
        }
        element.remove()
        checkout?.stop()
      }
    },
  )

  test('rules reach their parts, and load or hide nothing', async () => {
    const element = await dressed({
      rules: {
        '.Button': {
          textTransform: 'uppercase',
          backgroundImage: 'url(https://evil.example/x.png)',
          display: 'none',
        },
        '.Tab--selected': { borderColor: 'rgb(1, 2, 3)' },
        '.Amount': { fontWeight: '300', position: 'fixed' },
      },
    })
    const { textTransform, backgroundImage, display } = look(element, '.primary')
    expect([textTransform, backgroundImage, display]).toEqual(['uppercase', 'none', 'flex'])
    expect(look(element, '.preset:has(:checked)').borderColor).toBe('rgb(1, 2, 3)')
    expect([look(element, '.figure').fontWeight, look(element, '.figure').position]).toEqual([
      '300',
      'static',
    ])
  })

  test.each(['white', 'rgb(255 255 255)', 'hsl(0 0% 100%)', 'oklch(1 0 0)', 'color(srgb 1 1 1)', '#fff'])(
    '%s hides neither amount nor button, as a text or as a ground',
    async colour => {
      for (const appearance of [
        { variables: { colorText: colour, buttonColorText: colour, colorPrimary: 'yellow' } },
        { rules: { '.Amount': { color: colour }, '.Button': { color: colour } } },
        { rules: { '.Button': { backgroundColor: colour }, '.Block': { background: colour } } },
        { variables: { colorBackground: 'black' }, rules: { '.Block': { backgroundColor: colour } } },
      ] satisfies Appearance[]) {
        const element = await dressed({ theme: 'light', ...appearance })
        const { color, backgroundColor } = look(element, '.primary')
        expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
        const card = look(element, '.card').backgroundColor
        expect(contrast(look(element, '.figure').color, card)).toBeGreaterThanOrEqual(4.5)
        element.remove()
      }
    },
  )

  test.each<[string, Appearance]>([
    [
      'a gradient as the ground',
      { rules: { '.Amount': { background: 'linear-gradient(#14171f, #14171f)' } } },
    ],
    [
      'an image as the ground',
      { rules: { '.Block': { backgroundImage: 'linear-gradient(#14171f, #14171f)' } } },
    ],
    ['a clear ground of the button', { rules: { '.Button': { background: 'transparent' } } }],
    ['a clear text', { variables: { colorText: 'transparent', buttonColorText: '#0000' } }],
    ['a translucent text', { variables: { colorText: 'rgb(0 0 0 / 5%)', colorPrimary: 'rgb(0 0 0 / 5%)' } }],
    [
      'a text that follows its ground',
      { rules: { '.Amount': { color: 'var(--_surface)' }, '.Button': { color: 'currentColor' } } },
    ],
    ['a clear card', { theme: 'dark', variables: { colorBackground: 'transparent' } }],
    [
      'a size of nothing',
      {
        variables: { fontSizeBase: '0' },
        rules: { '.Amount': { fontSize: '0' }, '.Button': { font: '1px/0 serif' } },
      },
    ],
    [
      'a size beyond the card',
      {
        variables: { fontSizeBase: '400px' },
        rules: { '.Amount': { fontSize: '90rem' }, '.Button': { font: '50em serif' } },
      },
    ],
    ['lines of no height', { rules: { '.Amount': { lineHeight: '0' }, '.Button': { lineHeight: '0' } } }],
    [
      'letters over one another',
      { rules: { '.Amount': { letterSpacing: '-1em' }, '.Button': { letterSpacing: '-40px' } } },
    ],
    [
      'letters far apart',
      { rules: { '.Amount': { letterSpacing: '9em' }, '.Button': { letterSpacing: '50vw' } } },
    ],
    [
      'a border over the text',
      {
        rules: {
          '.Amount': { border: '300px solid' },
          '.Button': { borderWidth: '50vw', outline: '900px solid red', outlineOffset: '-90px' },
        },
      },
    ],
    [
      'a room around the text',
      { rules: { '.Amount': { padding: '9999px' }, '.Button': { paddingLeft: '100vw' } } },
    ],
    [
      'a shadow over the text',
      {
        rules: {
          '.Amount': { boxShadow: 'inset 0 0 0 99px #14171f', textShadow: '0 0 0 #fff, 2px 2px 90px #000' },
        },
      },
    ],
    [
      'a text of no opacity',
      {
        rules: {
          '.Amount': { opacity: '0', visibility: 'hidden', clipPath: 'inset(50%)' },
          '.Button': { filter: 'opacity(0)', WebkitTextFillColor: 'transparent' },
        },
      },
    ],
  ])('%s hides neither amount nor button', async (_what, appearance) => {
    const element = await dressed({ theme: 'light', ...appearance })
    for (const selector of ['.figure', '.primary']) {
      const { color, fontSize, letterSpacing, opacity, textShadow, boxShadow, ...style } = look(
        element,
        selector,
      )
      const ground = selector === '.figure' ? look(element, '.card') : style
      expect([style.backgroundImage, look(element, '.card').backgroundImage]).toEqual(['none', 'none'])
      expect(contrast(color, ground.backgroundColor)).toBeGreaterThanOrEqual(4.5)
      const size = Number.parseFloat(fontSize)
      expect(size).toBeGreaterThanOrEqual(12)
      expect(size).toBeLessThanOrEqual(96)
      expect(style.lineHeight === 'normal' || Number.parseFloat(style.lineHeight) >= size).toBe(true)
      const spacing = letterSpacing === 'normal' ? 0 : Number.parseFloat(letterSpacing)
      expect(Math.abs(spacing)).toBeLessThanOrEqual(size * 0.3)
      for (const width of [style.borderLeftWidth, style.outlineWidth])
        expect(Number.parseFloat(width)).toBeLessThanOrEqual(8)
      expect(Number.parseFloat(style.paddingLeft)).toBeLessThanOrEqual(48)
      expect([opacity, style.visibility, style.clipPath, style.filter]).toEqual([
        '1',
        'visible',
        'none',
        'none',
      ])
      expect([textShadow, boxShadow.includes('inset')]).toEqual(['none', false])
      expect(style.webkitTextFillColor).toBe(color)
    }
  })

  test('no animations, and a removed appearance leaves no trace', async () => {
    const element = await dressed({ disableAnimations: true, variables: { borderRadius: '0px' } })
    expect([look(element, '.primary').transitionProperty, look(element, '.card').borderRadius]).toEqual([
      'none',
      '0px',
    ])
    element.appearance = null
    await expect.poll(() => look(element, '.card').borderRadius).toBe('12px')
  })
})

test('custom properties, parts and slots from the page', async () => {
  const style = new CSSStyleSheet()
  style.replaceSync(`
    billing-authorise { --billing-authorise-accent: rgb(0, 90, 0); --billing-authorise-button-radius: 3px }
    billing-authorise::part(max-escrow) { font-style: italic }
    billing-authorise:state(choosing) { outline: 3px solid rgb(9, 9, 9) }`)
  document.adoptedStyleSheets = [style]
  const element = create()
  element.innerHTML = '<p slot="terms">Our terms apply.</p><b slot="logo">N</b>'
  checkout = await showPhase(element, 'choosing')
  await expect.element(page.getByText('Our terms apply.')).toBeVisible()
  expect(look(element, '.primary').backgroundColor).toBe('rgb(0, 90, 0)')
  expect(look(element, '.primary').borderRadius).toBe('3px')
  expect(look(element, '[part~="max-escrow"]').fontStyle).toBe('italic')
  expect(getComputedStyle(element).outlineColor).toBe('rgb(9, 9, 9)')
  document.adoptedStyleSheets = []
})

describe('an address that the shop knows', () => {
  const style = new CSSStyleSheet()
  style.replaceSync('billing-authorise[email]::part(known-email) { display: none }')
  beforeEach(() => {
    document.adoptedStyleSheets = [style]
  })
  afterEach(() => {
    document.adoptedStyleSheets = []
  })
  const row = (element: BillingAuthorise) => inner(element, '.identity.field')
  const isShown = (element: BillingAuthorise) => row(element)?.checkVisibility()

  test('can be hidden, moves nothing when the session arrives, and is authorised with', async () => {
    const element = create()
    element.setAttribute('email', 'ada@example.com')
    await expect.poll(() => row(element)).not.toBeNull()
    const height = element.offsetHeight
    expect(isShown(element)).toBe(false)
    checkout = await showPhase(element, 'reviewing')
    expect(isShown(element)).toBe(false)
    await expect.element(button(/^Authorise/)).toBeEnabled()
    element.remove()
    const fresh = create()
    fresh.setAttribute('email', 'ada@example.com')
    const other = await showPhase(fresh, 'choosing')
    expect([isShown(fresh), fresh.offsetHeight]).toEqual([false, height])
    other.stop()
  })

  test('takes no focus while it is hidden', async () => {
    const element = create()
    element.setAttribute('email', 'ada@example.com')
    checkout = await showPhase(element, 'choosing', { cap: 5_400 })
    element.focus()
    expect(element.shadowRoot?.activeElement?.className.trim()).toBe('primary')
  })

  test('stays to be corrected where it is none', async () => {
    const element = create()
    element.setAttribute('email', 'ada')
    checkout = await showPhase(element, 'choosing')
    await expect.poll(() => isShown(element)).toBe(true)
  })
})

test('an accent of the page’s own for each theme', async () => {
  const element = create()
  element.style.setProperty('--billing-authorise-accent', 'light-dark(#0a7f5a, #58d3a0)')
  element.style.setProperty('--billing-authorise-on-accent', 'light-dark(#ffffff, #10241c)')
  checkout = await showPhase(element, 'choosing')
  const colours = async (theme: 'light' | 'dark') => {
    element.theme = theme
    await rested(element)
    const { backgroundColor, color } = look(element, '.primary')
    return { backgroundColor, color }
  }
  expect(await colours('light')).toEqual({
    backgroundColor: 'rgb(10, 127, 90)',
    color: 'rgb(255, 255, 255)',
  })
  expect(await colours('dark')).toEqual({ backgroundColor: 'rgb(88, 211, 160)', color: 'rgb(16, 36, 28)' })
})

describe('bring your own wallet', () => {
  async function authorises(element: BillingAuthorise, wallet: string): Promise<void> {
    await userEvent.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
    await button('Connect wallet').click()
    await button(wallet).click()
    await button(/^Authorise/).click()
    await expect.poll(() => element.phase).toBe('complete')
  }

  test('wagmiConfig: the page’s own connectors are offered, and its connection outlives the checkout', async () => {
    const provider = createFakeProvider({ chainId: 1 })
    const chain = {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    } as const
    const target = () => ({ id: 'shop', name: 'Shop wallet', provider: () => provider as never })
    const config = createConfig({
      chains: [chain],
      transports: { 1: http() },
      connectors: [injected({ target })],
      storage: null,
    })
    checkout = startTestCheckout()
    const element = create()
    Object.assign(element, {
      wagmiConfig: config,
      baseUrl: checkout.baseUrl,
      session: checkout.session,
      redirect: 'none',
    })
    await authorises(element, 'Shop wallet')
    expect(config.state.connections.size).toBe(1)
    expect([...provider.controls.prompts]).toEqual(['connect', 'switch', 'typed_data'])
    element.remove()
    expect(config.state.connections.size).toBe(1)
    await disconnect(config)
  })

  test('provider: the one wallet there is', async () => {
    const provider = createFakeProvider({ chainId: 31_337 })
    checkout = startTestCheckout()
    const element = create()
    Object.assign(element, {
      provider,
      baseUrl: checkout.baseUrl,
      session: checkout.session,
      redirect: 'none',
    })
    await button('Connect wallet').click()
    await expect.poll(() => element.phase).toBe('reviewing')
    await expect.element(page.getByText('Browser wallet', { exact: false })).toBeVisible()
    expect([...provider.controls.prompts]).toEqual(['connect'])
  })
})

/** WCAG 2.2 contrast of two computed colours. */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const channels = [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([value]) => {
      const share = Number(value) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe('exit-url', () => {
  test('leads from Details to the page’s own copy of the exit, and to web addresses only', async () => {
    const element = create()
    element.setAttribute('exit-url', '/exit.html')
    checkout = await showPhase(element, 'choosing')
    const link = () => element.shadowRoot?.querySelector<HTMLAnchorElement>('[part="exit"]') ?? null
    await expect
      .poll(() => link()?.href)
      .toBe(`${location.origin}/exit.html#escrow=${testEscrowAddress}&chain=31337`)
    expect(link()?.textContent).toBe('Stop and get your money back without this service')
    for (const none of ['javascript:alert(1)', '', null]) {
      element.exitUrl = none
      await element.updateComplete
      expect(link()).toBeNull()
    }
  })
})
