import { posix } from 'node:path'
import { html, raw } from 'hono/html'
import { Marked, Parser, type Token, type Tokens } from 'marked'
import { readPageFile } from '../files/read-page-file.ts'

/** The part of a page from one heading to the next. `heading` is plain text, `title` and `body` are markup. */
export type Section = { level: number; anchor: string; heading: string; title: string; body: string }

const LANGUAGES: Record<string, string> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  js: 'JavaScript',
  sh: 'shell',
  html: 'HTML',
  css: 'CSS',
  json: 'JSON',
}
const SAMPLE_MARK = /^<!-- (?:sample: )?([\w./-]+) -->\s*$/
const ELSEWHERE = /^[a-z][a-z0-9+.-]*:/i

/**
 * A Markdown file of the repository as the sections of a page. It shows the same as GitHub. Markup in it is left out,
 * except comments, which show nothing here either.
 *
 * @param file from the repository's root
 * @param addressOf where another file of the repository is served, or null if it is not
 */
export function renderMarkdown(
  { file, text: source }: { file: string; text: string },
  addressOf: (file: string) => string | null,
): Section[] {
  const at = (path: string) => posix.join(posix.dirname(file), path)
  const marked = new Marked({
    renderer: {
      code: ({ text, lang, label }: Tokens.Code & { label?: string }) =>
        codeSample(label ?? LANGUAGES[lang ?? ''] ?? lang ?? 'text', text.trimEnd()),
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        if (ELSEWHERE.test(href) || href.startsWith('#'))
          return html`<a href="${href}">${raw(text)}</a>`.toString()
        const [path = '', anchor] = href.split('#')
        const address = addressOf(at(path))
        if (address === null) return html`${raw(text)} (<code>${at(path)}</code>)`.toString()
        return html`<a href="${address}${anchor === undefined ? '' : `#${anchor}`}">${raw(text)}</a>`.toString()
      },
      // A page loads no other files, so its diagrams are in it. As images they still follow the reader's colour scheme.
      image: ({ href, text }) =>
        html`<span class="wide" tabindex="0"><img alt="${text}" src="data:image/svg+xml,${encodeURIComponent(readPageFile(at(href)))}"></span>`.toString(),
      html: ({ text }) => (text.trimStart().startsWith('<!--') ? '' : html`${text}`.toString()),
    },
  })
  const tokens = marked.lexer(source)
  labelSamples(tokens)
  const parser = new Parser(marked.defaults)
  const anchorOf = headingAnchors()
  const sections: { heading: Tokens.Heading; body: Token[] }[] = []
  for (const token of tokens)
    if (token.type === 'heading') sections.push({ heading: token as Tokens.Heading, body: [] })
    else sections.at(-1)?.body.push(token)
  return sections.map(({ heading: { tokens, depth: level }, body }) => {
    const heading = parser.parseInline(tokens, parser.textRenderer)
    const anchor = anchorOf(heading)
    const shown = raw(parser.parseInline(tokens))
    const title =
      level === 1
        ? html`<h1>${shown}</h1>`
        : html`<h${level} id="${anchor}">${shown} <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></h${level}>`
    return { level, anchor, heading, title: title.toString(), body: withScrolling(parser.parse(body)) }
  })
}

/** A wide table scrolls by itself, also with the keyboard. */
function withScrolling(markup: string): string {
  return markup
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll(/<th[^>]*><\/th>/g, '<td></td>')
    .replaceAll('</table>', '</table></div>')
}

/** A sample that is a file is called by its name. */
function labelSamples(tokens: Tokens.Generic[]): void {
  const solid = tokens.filter(({ type }) => type !== 'space')
  for (const [index, token] of solid.entries()) {
    const [, path] = SAMPLE_MARK.exec(token.raw.trim()) ?? []
    const next = solid[index + 1]
    if (path !== undefined && next?.type === 'code') next.label = posix.basename(path)
  }
}

/** The anchors of one page's headings, given in their order, as GitHub makes them: of the words alone, numbered where they repeat. */
export function headingAnchors(): (heading: string) => string {
  const seen = new Map<string, number>()
  return heading => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

/** Code to read and copy. `label` describes it. */
function codeSample(label: string, code: string): string {
  return html`<figure class="sample"><figcaption>${label}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`.toString()
}
