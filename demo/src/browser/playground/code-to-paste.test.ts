import { TEST_PHASES } from '@per-second/authorise/testing'
import { expect, test } from 'vitest'
import { PLAYGROUND_PHASES, readPlayground } from '../../playground/playground-options.ts'
import { codeToPaste } from './code-to-paste.ts'

test('default: the script and the tag, nothing that need not be said', () => {
  expect(codeToPaste(readPlayground(new URLSearchParams()), null)).toBe(
    `<script type="module" src="/billing-authorise/billing-authorise.js"></script>
<billing-authorise
  session="cs_…"
  base-url="https://billing.example"
></billing-authorise>`,
  )
})

test('behaviour: theme, language, slots and appearance as chosen', () => {
  const chosen = readPlayground(new URLSearchParams('theme=dark&locale=ar&slots=filled'))
  const code = codeToPaste(chosen, { theme: 'night' })
  expect(code).toContain('theme="dark"\n  locale="ar"')
  expect(code).toContain('<p slot="terms">')
  expect(code).toContain('.appearance = {\n  "theme": "night"\n}')
})

test('readPlayground: an unknown value becomes the default', () => {
  const chosen = readPlayground(new URLSearchParams('phase=nonsense&width=9&locale=he'))
  expect([chosen.phase, chosen.width, chosen.locale]).toEqual(['choosing', '440', 'he'])
})

test('every phase the package can show can be asked for', () => {
  expect([...PLAYGROUND_PHASES].sort()).toEqual([...TEST_PHASES].sort())
})
