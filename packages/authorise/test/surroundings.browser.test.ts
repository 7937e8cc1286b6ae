import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BillingAuthoriseErrorEvent } from '../src/events.ts'
import { loadWords } from '../src/text/load-text.ts'
import { createFakeProvider } from '../src/wallet/fake-provider.ts'
import { findWallets, LEGACY_EVENT, LEGACY_ID } from '../src/wallet/find-wallets.ts'
import { createWagmiWallet } from '../src/wallet/wagmi-wallet.ts'
import type { WalletChoice } from '../src/wallet/wallet.ts'
import { callsTo } from './asked.ts'
import { arrives, authorises, button, connects, heard, reviews } from './person.ts'
import { type Stage, stage } from './stage.ts'

beforeEach(() => document.body.replaceChildren())

const field = (here: Stage, name: string) => here.element.renderRoot.querySelector(name) as HTMLInputElement
const write = (here: Stage, name: string, text: string) =>
  Object.assign(field(here, name), { textContent: text })
const label = (here: Stage) => field(here, '.primary').textContent?.trim()
const figure = (here: Stage) => field(here, '.hero .digits').textContent
/** As plugins against copying do it. */
const PREVENTED = ['mousedown', 'selectstart', 'contextmenu', 'copy', 'cut', 'paste']

/** The amount of the signature request, in dollars. */
const signed = (here: Stage) => here.wallet.controls.prompts.filter(each => each === 'typed_data').length

type Place = { place: Node; close?(): void }

type PictureMaker = { documentPictureInPicture: { requestWindow(): Promise<Window> } }

const PLACES: [string, () => Place | Promise<Place>][] = [
  [
    'a frame',
    () => ({
      place: document.body.appendChild(document.createElement('iframe')).contentDocument?.body as Node,
    }),
  ],
  [
    'a popup',
    () => {
      const popup = window.open('about:blank', '', 'popup,width=600,height=900') as Window
      return { place: popup.document.body, close: () => popup.close() }
    },
  ],
  [
    'a picture in picture',
    async () => {
      const press = document.body.appendChild(document.createElement('button'))
      press.textContent = 'Keep in sight'
      // Only a top-level page may open one, and only at a click.
      const { documentPictureInPicture } = window.top as unknown as PictureMaker
      const opened = new Promise<Window>((resolve, reject) => {
        press.onclick = () => documentPictureInPicture.requestWindow().then(resolve, reject)
      })
      await button('Keep in sight').click()
      const picture = await opened
      press.remove()
      return { place: picture.document.body, close: () => picture.close() }
    },
  ],
  [
    'a shadow root of the page',
    () => ({
      place: document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }),
    }),
  ],
]

test.each(PLACES)(
  'in %s the card keeps its looks, also those of later screens, and takes them back home',
  async (_name, open) => {
    const here = stage({ attributes: { theme: 'dark' } })
    here.element.appearance = { variables: { borderRadius: '3px' } }
    await arrives(here, 'choosing')
    const { place, close } = await open()
    const looks = () => {
      const style = (name: string) => getComputedStyle(field(here, name))
      return [style('.card').borderRadius, style('.card').backgroundColor, style('.primary').minHeight]
    }
    await expect.poll(() => looks()[0]).toBe('3px')
    const before = looks()
    place.appendChild(here.element)
    expect(looks()).toEqual(before)
    field(here, '.primary').click()
    await arrives(here, 'reviewing')
    await here.element.updateComplete
    const later = () => getComputedStyle(field(here, '.account .wallet-name')).overflow
    expect([later(), ...looks()]).toEqual(['hidden', ...before])
    document.body.append(here.element)
    close?.()
    expect([later(), ...looks()]).toEqual(['hidden', ...before])
  },
)

test('a base element does not change the address of the session’s request', async () => {
  const base = document.head.appendChild(document.createElement('base'))
  base.href = 'https://elsewhere.example/assets/'
  const asked: string[] = []
  const here = stage({
    ports: {
      fetch: async url => {
        asked.push(String(url))
        return new Response('{}', { status: 404 })
      },
    },
  })
  here.element.exitUrl = '/exit.html'
  await arrives(here, 'unavailable')
  base.remove()
  expect(new Set(asked.map(url => new URL(url).origin))).toEqual(new Set([location.origin]))
})

test('a page that wraps fetch and spreads its options loses no header and no token', async () => {
  const here = stage({ attributes: { redirect: 'none' } })
  const real = here.service.fetch
  Object.assign(here.service, {
    fetch: (url: string, init: RequestInit = {}) => real(url, { ...init, headers: { ...init.headers } }),
  })
  const spreading = stage({
    attributes: { redirect: 'none' },
    ports: { fetch: (url, init) => here.service.fetch(url, init) },
  })
  here.element.remove()
  await authorises(spreading)
  await arrives(spreading, 'complete')
  await expect.poll(() => spreading.element.meter).toBe('running')
})

test.each<[string, object, string[]]>([
  ['Promise', Promise, ['withResolvers', 'try']],
  ['URL', URL, ['parse', 'canParse']],
])('a page that replaces %s by one without the newer methods completes', async (_name, given, newer) => {
  const methods = newer.map(name => [name, Object.getOwnPropertyDescriptor(given, name)] as const)
  for (const name of newer) Reflect.deleteProperty(given, name)
  try {
    const here = stage({ attributes: { redirect: 'none' } })
    await authorises(here)
    await arrives(here, 'complete')
  } finally {
    for (const [name, method] of methods) if (method) Object.defineProperty(given, name, method)
  }
})

test.each<[string, PropertyDescriptor]>([
  ['refuses to be read', { get: refuses }],
  ['refuses every question', { value: new Proxy({}, { get: refuses }) }],
])('a window.ethereum that %s keeps no other wallet from the card', async (_name, ethereum) => {
  Object.defineProperty(window, 'ethereum', { configurable: true, ...ethereum })
  try {
    const here = stage({ attributes: { redirect: 'none' }, ports: { findWallets } })
    await authorises(here)
    await arrives(here, 'complete')
  } finally {
    Reflect.deleteProperty(window, 'ethereum')
  }
})

test('an element with the id ethereum hides no wallet that comes later', async () => {
  document.body.appendChild(document.createElement('section')).id = 'ethereum'
  const wallet = createWagmiWallet()
  const found = new Promise<WalletChoice[]>(resolve => wallet.onWallets(resolve))
  Object.defineProperty(window, 'ethereum', { configurable: true, value: createFakeProvider() })
  try {
    window.dispatchEvent(new Event(LEGACY_EVENT))
    expect(await found).toMatchObject([{ id: LEGACY_ID }])
  } finally {
    Reflect.deleteProperty(window, 'ethereum')
    wallet.release()
  }
})

function refuses(): never {
  throw new Error('refused by an extension')
}

test('fields: a page that prevents presses and pastes outside its own fields leaves them usable', async () => {
  const prevent = (event: Event) =>
    /^(input|select|textarea)$/i.test((event.target as Element).nodeName) || event.preventDefault()
  for (const type of PREVENTED) document.addEventListener(type, prevent)
  try {
    const here = stage()
    await connects(here)
    const copied = document.body.appendChild(document.createElement('input'))
    copied.value = 'ada@example.com'
    copied.select()
    await userEvent.copy()
    await page.getByRole('textbox', { name: 'Email' }).click()
    await userEvent.paste()
    expect(field(here, '.email').value).toBe('ada@example.com')
    await page.getByRole('spinbutton', { name: 'Duration' }).click()
    await userEvent.keyboard('0')
    await expect.poll(() => field(here, '.amount').value).toContain('0')
  } finally {
    for (const type of PREVENTED) document.removeEventListener(type, prevent)
  }
})

test('an amount whose text node was replaced follows the state all the same', async () => {
  const here = stage()
  await reviews(here)
  wrapTexts(here)
  await page.getByRole('radio', { name: '1 day' }).click()
  await here.element.updateComplete
  expect([label(here), figure(here)]).toEqual(['Authorise $23.9328', '$23.9328'])
})

test.each<[string, (here: Stage) => void]>([
  ['the text of the button', here => write(here, '.primary .label', 'Authorise $0.01')],
  ['the figure', here => write(here, '.hero .digits', '$0.01')],
  [
    'a text node',
    here => {
      const nodes = [...field(here, '.primary .label').childNodes]
      const text = nodes.find(node => node instanceof Text && node.data.trim()) as Text
      text.data = 'Authorise $0.01'
    },
  ],
])('another amount in %s is not signed for, and mended by the press', async (_name, change) => {
  const here = stage({ attributes: { redirect: 'none' } })
  await readsOn(here)
  change(here)
  field(here, '.primary').click()
  await here.element.updateComplete
  expect([label(here), figure(here), signed(here)]).toEqual(['Authorise $0.9972', '$0.9972', 0])
  await button('Authorise $0.9972').click()
  await arrives(here, 'complete')
})

test('a page that keeps changing the amount gets an error and no prompt', async () => {
  const here = stage()
  await readsOn(here)
  const watched = field(here, '.hero')
  const write = () => {
    const digits = field(here, '.hero .digits')
    if (digits && digits.textContent !== '$0.01') digits.textContent = '$0.01'
  }
  here.element.updateComplete.then(write)
  new MutationObserver(write).observe(watched, { childList: true, subtree: true, characterData: true })
  write()
  await button(/^Authorise/).click()
  await button(/^Authorise/).click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: /changes how the payment is shown/ }))
    .toBeVisible()
  expect(signed(here)).toBe(0)
})

test('a translation with the same amount is no other amount', async () => {
  const here = stage({ attributes: { redirect: 'none' } })
  await readsOn(here)
  field(here, '.primary .label').textContent = 'Autorisieren 0,9972 $'
  field(here, '.primary').click()
  await arrives(here, 'complete')
})

test('no look of the page hides the amount', async () => {
  const here = stage()
  const hidden = { opacity: '0', letterSpacing: '-1em', lineHeight: '0', fontSize: '1px' }
  here.element.appearance = {
    theme: 'light',
    rules: { '.Amount': { color: '#ffffff', ...hidden }, '.Text': { color: 'transparent' } },
  }
  await arrives(here, 'choosing')
  await expect.poll(() => getComputedStyle(field(here, '.figure')).color).toBe('rgb(115, 115, 115)')
  const look = getComputedStyle(field(here, '.figure'))
  expect(look.opacity).toBe('1')
  expect(Number.parseFloat(look.fontSize)).toBeGreaterThan(11)
  expect(Number.parseFloat(look.lineHeight)).toBeGreaterThan(12)
  expect(Number.parseFloat(look.letterSpacing)).toBeGreaterThan(-3)
  expect(getComputedStyle(field(here, '.hero .note')).color).toBe('rgb(89, 96, 114)')
})

test('words that cannot be loaded are reported on the card, to the page and in the console', async () => {
  let isThere = false
  let reloads = 0
  const here = stage({
    ports: {
      reload: () => void reloads++,
      loadWords: async language => {
        if (!isThere) throw new TypeError('404')
        return loadWords(language)
      },
    },
  })
  await expect.element(page.getByRole('alert').filter({ hasText: /did not load/ })).toBeVisible()
  await button('Reload').click()
  expect(reloads).toBe(1)
  const [error] = here.events.filter(event => event instanceof BillingAuthoriseErrorEvent)
  expect(error).toMatchObject({
    code: 'module_unavailable',
    retryable: true,
    message: expect.stringContaining('Reload'),
  })
  expect(field(here, 'slot[name=help]')).not.toBeNull()
  isThere = true
  await expect.element(button('Connect wallet')).toBeVisible()
})

test('behaviour: without the words of any language, everything on the card is marked as English', async () => {
  const here = stage({
    attributes: { locale: 'ar' },
    ports: { loadWords: () => Promise.reject(new TypeError('404')) },
  })
  await expect.element(button('Reload')).toBeVisible()
  for (const shown of here.element.renderRoot.querySelectorAll<HTMLElement>('.card :is(h3, button)'))
    expect(shown.closest('[lang]')).toMatchObject({ lang: 'en', dir: 'ltr' })
})

test('behaviour: a session that cannot be shown has no empty line in the place of advice', async () => {
  const fault = { status: 400, code: 'parameter_invalid', param: 'email' }
  const here = stage({ prepare: service => service.fail({ path: `/${service.session.id}`, ...fault }) })
  await arrives(here, 'unavailable')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(field(here, '.outcome p:empty')).toBeNull()
})

test('later screens that cannot be loaded are reported when Details is opened', async () => {
  const here = stage({ ports: { loadCheckout: () => Promise.reject(new TypeError('404')) } })
  await arrives(here, 'choosing')
  await page.getByText('Details').click()
  await expect.element(page.getByRole('alert').filter({ hasText: /did not load/ })).toBeVisible()
  expect(heard(here)).toContain('error')
})

test('a page without a secure context is reported at once', async () => {
  const subtle = Object.getOwnPropertyDescriptor(Crypto.prototype, 'subtle') as PropertyDescriptor
  Object.defineProperty(Crypto.prototype, 'subtle', { configurable: true, get: () => undefined })
  try {
    const here = stage()
    await arrives(here, 'unavailable')
    await expect.element(page.getByRole('alert').filter({ hasText: /This page is not secure/ })).toBeVisible()
    expect(here.events.at(-1)).toMatchObject({ code: 'page_insecure' })
    expect(here.service.calls).toEqual([])
  } finally {
    Object.defineProperty(Crypto.prototype, 'subtle', subtle)
  }
})

test('fields: an input method and a held key press nothing, and no shortcut of the page is pressed by them', async () => {
  const here = stage()
  await reviews(here)
  const heardKeys: string[] = []
  const hear = (event: KeyboardEvent) => heardKeys.push(event.key)
  document.addEventListener('keydown', hear)
  const email = field(here, '.email')
  const press = (init: KeyboardEventInit) =>
    email.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, ...init }),
    )
  press({ isComposing: true })
  press({ keyCode: 229 })
  press({ repeat: true })
  const candidate = new KeyboardEvent('keydown', { key: 'ArrowDown', isComposing: true, cancelable: true })
  field(here, '.amount').dispatchEvent(candidate)
  await here.element.updateComplete
  expect([here.element.phase, candidate.defaultPrevented]).toEqual(['reviewing', false])
  await userEvent.type(email, 's')
  await userEvent.type(field(here, '.amount'), '1')
  document.removeEventListener('keydown', hear)
  expect(heardKeys).toEqual([])
})

test.each<[string, (email: HTMLInputElement) => void]>([
  ['change alone', email => email.dispatchEvent(new Event('change', { bubbles: true }))],
  [
    'leaving alone',
    email => email.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true })),
  ],
  ['nothing', () => undefined],
])('a field that is filled with %s keeps it', async (_name, tell) => {
  const here = stage()
  await connects(here)
  const email = field(here, '.email')
  email.value = 'ada@example.com'
  tell(email)
  await expect.element(button(/^Authorise/)).toBeEnabled()
  expect(email.value).toBe('ada@example.com')
})

test('an address that is pasted with invisible characters is submitted without them', async () => {
  const here = stage({ attributes: { redirect: 'none' } })
  await connects(here)
  await userEvent.fill(field(here, '.email'), '\u202aada@example.com\u202c\u200b')
  await button(/^Authorise/).click()
  await arrives(here, 'complete')
  expect(callsTo(here, '/authorise')[0]?.body).toMatchObject({ email: 'ada@example.com' })
})

test('a field that is filled in silence is read when the subscriber turns to the card', async () => {
  const here = stage()
  await connects(here)
  await arrives(here, 'reviewing')
  field(here, '.email').value = 'ada@example.com'
  here.element.dispatchEvent(new PointerEvent('pointerenter'))
  await here.element.updateComplete
  expect(field(here, '.primary')).toHaveProperty('disabled', false)
})

test('without the words of a language, English is shown and the page gets an event', async () => {
  const causes: unknown[] = []
  const here = stage({
    attributes: { locale: 'de' },
    ports: {
      loadWords: language => (language === 'de' ? Promise.reject(new TypeError('404')) : loadWords(language)),
    },
  })
  here.element.addEventListener('billing-authorise-error', ({ code, cause }) =>
    causes.push(code, String(cause)),
  )
  await arrives(here, 'choosing')
  await here.element.updateComplete
  expect(label(here)).toBe('Connect wallet')
  expect(causes).toEqual([
    'module_unavailable',
    'Error: English is shown, because the words of "de" did not load.',
  ])
})

test.each([
  ['de', '1,5'],
  ['en', '1,5'],
  ['de', '1.5'],
])('%s: %s hours are one and a half', async (locale, typed) => {
  const here = stage({ attributes: { locale } })
  await arrives(here, 'choosing')
  await here.element.updateComplete
  await userEvent.fill(field(here, '.amount'), typed)
  await expect.poll(() => figure(here)?.match(/\d+/g)).toEqual(['1', '4958'])
})

/** Everything that Authorise needs, without an event for the email field. */
async function readsOn(here: Stage): Promise<void> {
  await reviews(here)
  field(here, '.email').blur()
  await here.element.updateComplete
}

/** Imitates translators that change shadow roots. */
function wrapTexts({ element }: Stage): void {
  const walker = document.createTreeWalker(element.renderRoot, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode())
    if ((walker.currentNode as Text).data.trim()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
}
