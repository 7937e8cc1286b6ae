// Part of the script of every page of documentation.

/** The words of each text, which every letter that a reader types needs again. */
const known = new Map()
const wordsOf = text => {
  if (!known.has(text)) known.set(text, text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
  return known.get(text)
}

/** How well a text matches a word: as a whole, as a beginning, or not at all. */
const match = (text, word) => {
  const found = wordsOf(text).filter(each => each.startsWith(word))
  return found.length === 0 ? 0 : 1 + found.filter(each => each === word).length / wordsOf(text).length
}

/** The sections that have every word, or a word that begins with it. Matches in headings come first. */
export const searchSections = (sections, sought) => {
  const words = wordsOf(sought)
  const scoreOf = ({ heading, page, text }) => {
    const scores = words.map(word => 8 * match(heading, word) + 3 * match(page, word) + match(text, word))
    return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
  }
  return sections
    .map(section => ({ ...section, words, score: scoreOf(section) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}
