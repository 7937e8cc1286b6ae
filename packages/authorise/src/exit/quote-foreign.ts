const LONGEST = 140

/** Words of a contract, an endpoint or a wallet, as a quotation: one line, shortened, without characters that turn or hide text. */
export function quoteForeign(words: string, longest = LONGEST): string {
  const line = words.replace(/[\p{C}\s]+/gu, ' ').trim()
  const characters = [...line]
  return `“${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line}”`
}
