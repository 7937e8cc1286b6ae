import { build } from 'vite'
import { expect, test } from 'vitest'
import { foldTemplates } from '../build/fold-templates.ts'

const MODULE = '/authorise/src/templates.ts'
const TEMPLATES = `
export const tag = ({ raw }, ...values) => String.raw({ raw }, ...values)
const [html, css] = [tag, tag]
export const sheet = css\`
  :host([theme='dark']) .row > a,
  .row :hover {
    margin: calc(1px + 2px) auto;
    color: \${'red  blue'};
  }
\`
export const card = html\`
  <p>One
    word, <b>two  spaces</b></p>
  \${['a', 'b'].map(name => html\`
    <i>\${name}
    </i>
  \`)}
\`
export const plain = \`a
  b\`
export const other = tag\`a
  b\`
`

test('foldTemplates: indentation goes, and all else that a page shows stays', async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'templates',
        resolveId: id => (id === MODULE ? id : null),
        load: id => (id === MODULE ? TEMPLATES : null),
      },
      foldTemplates(),
    ],
    build: { write: false, target: 'es2022', lib: { entry: MODULE, formats: ['es'] } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  const [{ code }] = output.output
  const { card, other, plain, sheet } = await import(
    /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  expect({ card, other, plain, sheet }).toEqual({
    card: ' <p>One word, <b>two  spaces</b></p>  <i>a </i> , <i>b </i>  ',
    other: 'a\n  b',
    plain: 'a\n  b',
    sheet: " :host([theme='dark']) .row > a,.row :hover{margin: calc(1px + 2px) auto;color: red  blue;}",
  })
})
