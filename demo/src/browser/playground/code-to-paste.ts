import type { Appearance } from '@per-second/authorise'

/** The code that shows the playground's element in a shop, with only the differences from the element's own defaults. */
export function codeToPaste(chosen: Readonly<Record<string, string>>, appearance: Appearance | null): string {
  const attributes = [
    ['session', 'cs_…'],
    ['base-url', 'https://billing.example'],
    ...(chosen.theme === 'auto' ? [] : [['theme', chosen.theme]]),
    ...(chosen.walletconnect === 'yes' ? [['wallet-connect-project-id', 'your project id']] : []),
    ...(chosen.locale ? [['locale', chosen.locale]] : []),
  ].map(([name, value]) => `${name}="${value}"`)
  const slots =
    chosen.slots === 'filled'
      ? ['  <p slot="summary">…</p>', '  <p slot="terms">…</p>', '  <p slot="footer">…</p>'].join('\n')
      : ''
  const tag = `<billing-authorise\n  ${attributes.join('\n  ')}\n>${slots && `\n${slots}\n`}</billing-authorise>`
  const script = '<script type="module" src="/billing-authorise/billing-authorise.js"></script>'
  if (!appearance) return `${script}\n${tag}`
  const dressing = `document.querySelector('billing-authorise').appearance = ${JSON.stringify(appearance, null, 2)}`
  return `${script}\n${tag}\n\n// in a module of yours\n${dressing}`
}
