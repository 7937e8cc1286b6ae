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
