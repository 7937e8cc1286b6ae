import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { renderTestTrees } from './test-trees.ts'

/** Writes the tree beside each test file. test/test-trees.test.ts fails when a tree is stale. */
for (const { path, text } of renderTestTrees()) writeFileSync(resolve(import.meta.dirname, '..', path), text)
