import { type Html, html } from './html.ts'
import { excerptOf, type Section, searchSections } from './search-sections.ts'

/** What was found, as a list that works without a script. */
export function renderResults(sections: readonly Section[], query: string): Html {
  const found = searchSections(sections, query)
  if (query.trim() === '')
    return html`<h1>Search</h1><p>Every page, every operation, every error code: type a word or two, or the beginning of one.</p>`
  if (found.length === 0)
    return html`<h1>Nothing found</h1><p>No page has all of “${query}”. Try fewer words, or their beginnings.</p>`
  return html`<h1>Found for “${query}”</h1>
<ol class="results">${found.map(
    section => html`<li><a href="${section.address}">${section.heading === '' ? section.page : html`${section.page} › ${section.heading}`}</a>
<p>${excerptOf(section, query)}</p></li>`,
  )}</ol>`
}
