import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

/** Minifiers leave template literals alone, and most of this package is templates. */
export function tightTemplates(): Plugin {
  return {
    name: 'tight-templates',
    transform(code, id) {
      if (id.includes('/authorise/src/styles/'))
        return code.replace(/css`([^`]*)`/g, (_all, css: string) => `css\`${tightCss(css)}\``)
      if (id.includes('/authorise/src/view/')) return tightHtml(code)
      return null
    },
    // Only a bundler would read them, and what is built here is not bundled again.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll('/* @__PURE__ */ ', '')
      }
    },
  }
}

/** Without targets nothing is rewritten for older browsers: only shortened. */
export function tightCss(css: string): string {
  const { code } = transform({ filename: 'styles.css', code: Buffer.from(css), minify: true })
  return code.toString().replaceAll('\\', '\\\\').trim()
}

/** Line breaks of the source are never wanted on the page: between two tags nothing, elsewhere one space. */
function tightHtml(code: string): string {
  return code.replace(/html`[^`]*`/g, template =>
    template
      .replace(/(^html`|>)\s*\n\s*/g, '$1')
      .replace(/\s*\n\s*(<\/|`$)/g, '$1')
      .replace(/\s*\n\s*/g, ' '),
  )
}
