import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { nodeModule } from './node-module.ts'

test('Node gives the module', async () => {
  expect((await nodeModule('node:os')).hostname()).toBe((await import('node:os')).hostname())
})

test('a bundle for browsers asks its bundler for no module of Node', async () => {
  const entry = join(import.meta.dirname, 'index.ts')
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@per-second/source', 'browser', 'module', 'import', 'default'] },
    build: { write: false, lib: { entry, formats: ['es'] }, rolldownOptions: { external: /^(viem|@wagmi)/ } },
  })) as [Rolldown.RolldownOutput]
  const modules = output.flatMap(part => (part.type === 'chunk' ? part.moduleIds : []))
  expect(modules).toContain(join(import.meta.dirname, 'file-store.ts'))
  expect(modules.filter(id => id.includes('browser-external'))).toEqual([])
})
