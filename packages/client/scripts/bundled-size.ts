import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Bytes of gzip of all the client's code, bundled and minified as for a page. */
export async function bundledSize(): Promise<number> {
  const output = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'silent',
    resolve: { conditions: ['@per-second/source'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'src/index.ts',
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const [{ output: chunks }] = [output].flat() as [Rolldown.RolldownOutput]
  return chunks.reduce(
    (sum, chunk) => sum + (chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0),
    0,
  )
}
