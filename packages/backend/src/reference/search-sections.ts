import { type Html, html, textOf } from './html.ts'

/** What is found: the part of a page under one heading. */
export type Section = {
  page: string
  address: string
  heading: string
  text: string
  /** The words of each, made once: anybody may search. */
  words: Record<'page' | 'heading' | 'text', string[]>
}

const WORD = /[\p{L}\p{N}_]+/gu
const HEADING = /<h\d[^>]*>(.*?)<\/h\d>/s
const START_OF_SECTION = /(?=<(?:h[2-4]|article|section)\b[^>]* id=")/
const MOST = 30
/** Words of a query beyond these say nothing more. */
const MOST_WORDS = 8

/** A page's sections: what stands before its first anchor, and what follows each. */
export function sectionsOf(page: string, address: string, content: Html): Section[] {
  return content.text.split(START_OF_SECTION).map(part => {
    const [, anchor] = /^<\w+\b[^>]* id="([^"]+)"/.exec(part) ?? []
    const title = textOf(HEADING.exec(part)?.[1] ?? '').replace(/ #$/, '')
    const heading = title === page ? '' : title
    const text = textOf(part.replace(HEADING, ''))
    return {
      page,
      address: anchor === undefined ? address : `${address}#${anchor}`,
      heading,
      text,
      words: { page: wordsOf(page), heading: wordsOf(heading), text: wordsOf(text) },
    }
  })
}

/** The sections that have every word, or one that begins with it, best first: what is named so before what mentions it. */
export function searchSections(sections: readonly Section[], query: string): Section[] {
  const words = wordsOf(query).slice(0, MOST_WORDS)
  if (words.length === 0) return []
  return sections
    .map(section => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section }) => section)
}

/** Some text around the first word that was found, with the words marked. */
export function excerptOf({ text }: Section, query: string): Html {
  const starts = new Set(wordsOf(query))
  const begins = (word: string) => [...starts].some(start => word.toLowerCase().startsWith(start))
  const first = [...text.matchAll(WORD)].find(([word]) => begins(word))?.index ?? 0
  const from = text.lastIndexOf(' ', Math.max(0, first - 60)) + 1
  const piece = text.slice(from, from + 220)
  return html`${from > 0 ? '… ' : ''}${piece
    .split(/([\p{L}\p{N}_]+)/u)
    .map(part => (begins(part) ? html`<mark>${part}</mark>` : part))}${from + 220 < text.length ? ' …' : ''}`
}

function scoreOf({ words: { page, heading, text } }: Section, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const here = 24 * hits(heading, word) + 8 * hits(page, word) + Math.min(hits(text, word), 3)
    if (here === 0) return 0
    score += here
  }
  return score
}

function hits(words: readonly string[], start: string): number {
  return words.filter(word => word.startsWith(start)).length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
