const STYLE = `
:host { all: initial; display: block; padding: 12px; }
button {
  font: 600 13px/18px system-ui, sans-serif; min-height: 32px; padding: 0 12px; border-radius: 16px; cursor: pointer;
  color: light-dark(#141a2a, #eef1f7); background: light-dark(#ffffff, #161b28); border: 1px solid light-dark(#868d9c, #747d91);
}
button:disabled { cursor: default; opacity: 0.7; }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
`
const NAME = 'Get 100 test AUSD'

/** Puts a small button at the end of the page, never over its card. It requests money and reports the result. */
export function drawFaucetButton(fund: () => Promise<void>): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = NAME
  button.title = 'Fills the test wallet, which signs whatever a page asks it to'
  button.addEventListener('click', async () => {
    button.disabled = true
    button.textContent = 'Asking…'
    const said = await fund().then(
      () => '100 test AUSD arrived',
      () => 'The faucet did not answer: try again',
    )
    button.textContent = said
    button.disabled = false
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  const host = document.createElement('per-second-faucet')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(button)
  // During hydration a framework would find an element that it did not render.
  if (document.readyState === 'complete') document.body.append(host)
  else window.addEventListener('load', () => document.body.append(host), { once: true })
}
