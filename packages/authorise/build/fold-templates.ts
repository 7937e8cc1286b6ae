import { type Plugin, Visitor } from 'vite'

/** What a template's text becomes, by its tag. */
const FOLDED: Readonly<Record<string, (text: string) => string>> = {
  html: toOneLine,
  css: text => toOneLine(text).replace(/ ?([{};,]) ?/g, '$1'),
}

/** Takes the indentation out of Lit's templates, which a bundler must not change. A browser draws them the same. */
export function foldTemplates(): Plugin {
  return {
    name: 'fold-templates',
    transform(code, id) {
      if (!id.includes('/authorise/src/')) return null
      const pieces: { start: number; end: number; text: string }[] = []
      const visitor = new Visitor({
        TaggedTemplateExpression({ tag, quasi }) {
          const fold = tag.type === 'Identifier' ? FOLDED[tag.name] : undefined
          if (!fold) return
          for (const { start, end } of quasi.quasis)
            pieces.push({ start, end, text: fold(code.slice(start, end)) })
        },
      })
      visitor.visit(this.parse(code) as Parameters<typeof visitor.visit>[0])
      let folded = ''
      let from = 0
      for (const { start, end, text } of pieces.sort((a, b) => a.start - b.start)) {
        folded += code.slice(from, start) + text
        from = end
      }
      return folded + code.slice(from)
    },
  }
}

function toOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
