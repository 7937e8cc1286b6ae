import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findReadmeDifferences, withExamples } from './readme-blocks.ts'

/**
 * Compares the README's samples with the files they come from.
 *
 * --write  takes the files' text over instead
 */
const README = join(import.meta.dirname, '../README.md')
if (process.argv.includes('--write')) writeFileSync(README, withExamples(readFileSync(README, 'utf8')))
const differences = findReadmeDifferences(readFileSync(README, 'utf8'))
for (const difference of differences) process.stderr.write(`${difference}\n`)
process.exitCode = differences.length === 0 ? 0 : 1
