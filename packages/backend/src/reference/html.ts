/** Markup that needs no more escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

/** Markup in which everything put in is escaped, unless it is markup itself. */
export function html(literal: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: literal }, ...parts.map(render)))
}

/** The text of markup. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<\/?(?:a|b|code|em|mark|span|strong|wbr)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => CHARACTERS[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function render(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escapeText(String(part))
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
