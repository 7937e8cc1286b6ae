import MiniSearch from 'minisearch'
import { type Html, textOf } from './html.ts'

/** A search result: the part of a page under one heading. */
type Section = { address: string; page: string; heading: string; text: string }

/** How the index is made and loaded. MiniSearch needs the same at both ends. */
const INDEX = {
  idField: 'address',
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page', 'text'],
}

/** Sections that have every word, or a word that begins with it. Matches in headings come first. */
const QUERY = { prefix: true, combineWith: 'AND', boost: { heading: 8, page: 3 } }

const HEADING = /<h\d[^>]*>(.*?)<\/h\d>/s
const START_OF_SECTION = /(?=<(?:h[2-4]|article|section)\b[^>]* id=")/

/** The search index of all pages as JSON, which a reader's browser loads and searches (`reference-page.js`). */
export function createSearchIndex(
  pages: readonly { title: string; address: string; content: Html }[],
): string {
  const index = new MiniSearch<Section>(INDEX)
  index.addAll(pages.flatMap(sectionsOf))
  return JSON.stringify({ options: INDEX, query: QUERY, index })
}

/** The sections of a page: the part before its first anchor, and the part after each. */
function sectionsOf({
  title: page,
  address,
  content,
}: Parameters<typeof createSearchIndex>[0][number]): Section[] {
  return content.text.split(START_OF_SECTION).map(part => {
    const [, anchor] = /^<\w+\b[^>]* id="([^"]+)"/.exec(part) ?? []
    const title = textOf(HEADING.exec(part)?.[1] ?? '').replace(/ #$/, '')
    return {
      address: anchor === undefined ? address : `${address}#${anchor}`,
      page,
      heading: title === page ? '' : title,
      text: textOf(part.replace(HEADING, '')),
    }
  })
}
