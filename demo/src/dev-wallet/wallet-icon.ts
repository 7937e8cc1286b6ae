const SIZE = '96'
const BACKGROUND = { tag: 'rect', attributes: { width: SIZE, height: SIZE, rx: '24', fill: '#1f2a44' } }
const MARK = {
  tag: 'path',
  attributes: {
    d: 'M26 38a8 8 0 0 1 8-8h32v10M26 38v22a8 8 0 0 0 8 8h34a4 4 0 0 0 4-4V44a4 4 0 0 0-4-4H30M72 50H62a5 5 0 0 0 0 10h10',
    fill: 'none',
    stroke: '#9ee6c4',
    'stroke-width': '4',
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  },
}

/** The dev wallet's picture as EIP-6963 wants it: a square `data:` URI. */
export const WALLET_ICON_URI = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">${[
    BACKGROUND,
    MARK,
  ]
    .map(({ tag, attributes }) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
      return `<${tag} ${written.join(' ')}/>`
    })
    .join('')}</svg>`,
)}`

/** The same picture as elements, for pages whose policy allows no `data:` images. */
export function buildWalletIcon(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${SIZE} ${SIZE}`)
  svg.setAttribute('aria-hidden', 'true')
  for (const { tag, attributes } of [BACKGROUND, MARK]) {
    const shape = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value)
    svg.append(shape)
  }
  return svg
}
