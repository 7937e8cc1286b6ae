import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Assignments that throw on a page with frozen built-ins, each with its replacement. */
const ASSIGNMENTS: Readonly<Record<string, string>> = {
  'Symbol.metadata??=Symbol("metadata")': 'Symbol.metadata',
  'P = { toStringTag: tag };': 'P = { toStringTag: tag, constructor: null, toString: null, valueOf: null };',
}

/** Built-ins that old libraries replace, each with the place of the package's own version. */
export const REPLACED = {
  'Array.from': [fileURLToPath(new URL('array-from.ts', import.meta.url)), 'arrayFrom'],
} satisfies Record<string, [string, string]>

/** Lets Lit and decimal.js load on a page under SES. */
export function hardenedPage(): Plugin {
  return {
    name: 'hardened-page',
    transform(code, id) {
      if (!/\/(@lit\/reactive-element|decimal\.js)\//.test(id)) return null
      return Object.entries(ASSIGNMENTS).reduce((text, [from, to]) => text.replaceAll(from, to), code)
    },
  }
}
