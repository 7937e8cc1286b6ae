import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { foldTemplates } from './fold-templates.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

/** Builds the exit into `folder` as one file, `index.html`, which loads no other file. Any host can serve it, and a disk too. */
export async function buildExit(folder: string): Promise<void> {
  const script = await bundle()
  const hash = createHash('sha256').update(script).digest('base64')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.html'), pageWith(script, hash))
}

async function bundle(): Promise<string> {
  const built = await build({
    root: PACKAGE,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [foldTemplates()],
    resolve: { conditions: ['@per-second/source', 'module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: 'src/exit/exit-page.ts', formats: ['iife'], name: 'perSecondExit' },
    },
  })
  const [bundled] = Array.isArray(built) ? built : [built]
  if (bundled === undefined || !('output' in bundled)) throw new Error('Vite built no exit.')
  // No text in a script may end its tag.
  return bundled.output[0].code.replaceAll('</script', '<\\/script')
}

/**
 * The page may call any endpoint, and do nothing else: no other script, no picture, no form, no frame, and no text as code (Trusted
 * Types). A policy in the page cannot forbid frames of other pages, so the guide tells hosts to send `frame-ancestors`.
 */
function pageWith(script: string, hash: string): string {
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; connect-src *; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Your meters, without any service</title>
<style>body { margin: 0; background: light-dark(#f4f5f8, #0e1014); }</style>
</head>
<body>
<noscript>This page needs JavaScript. Without it, a block explorer does the same: call stop and reclaim of the escrow with the terms of your meter.</noscript>
<meter-exit></meter-exit>
<script>${script}</script>
</body>
</html>
`
}
