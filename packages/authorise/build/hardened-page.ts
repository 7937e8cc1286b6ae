import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Code that throws on a page with frozen or extended built-ins, each with its replacement. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'Symbol.metadata??=Symbol("metadata")': 'Symbol.metadata',
  'P = { toStringTag: tag };': 'P = { toStringTag: tag, constructor: null, toString: null, valueOf: null };',
  'for (var name in all)': 'for (const name of Object.keys(all))',
}

/** Built-ins that old libraries replace, each with the place of the package's own version. */
export const REPLACED = {
  'Array.from': [fileURLToPath(new URL('array-from.ts', import.meta.url)), 'arrayFrom'],
} satisfies Record<string, [string, string]>

/** Lets Lit, decimal.js and the bundler's helpers load on a page under SES, and on one that adds to `Object.prototype`. */
export function hardenedPage(): Plugin {
  return {
    name: 'hardened-page',
    transform(code, id) {
      if (!/\/(@lit\/reactive-element|decimal\.js|runtime\.js$)/.test(id)) return null
      return Object.entries(REPLACEMENTS).reduce((text, [from, to]) => text.replaceAll(from, to), code)
    },
  }
}
