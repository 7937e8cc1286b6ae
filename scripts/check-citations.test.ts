import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrokenCitations } from './check-citations.ts'

test('behaviour: each citation that leads nowhere is named with its line, and each rule without reason or test', () => {
  expect(findBrokenCitations(join(import.meta.dirname, 'fixtures/citations'))).toEqual([
    'docs/money.md has two rules 3',
    ...['3', '4'].map(
      number =>
        `docs/money.md: no fast test cites rule ${number}. Cite the rule above a test that fails when it is broken, in a .t.sol or a .test.ts without .slow in its name`,
    ),
    ...['3', '3'].map(
      number =>
        `docs/money.md: rule ${number} names packages/contracts/test/settle.t.sol, which does not cite it`,
    ),
    'docs/money.md: rule 4 has no line that begins with "- **Because**"',
    'docs/money.md: rule 4 has no line that begins with "- **Test**:" and names a test',
    'docs/money.md: rule 5 names packages/contracts/test/settle.t.sol, which does not cite it',
    'docs/money.md:5 cites missing.md, which is not there',
    'packages/backend/README.md:3 cites docs/decisions/gone.md, which is not there',
    'packages/backend/src/Wrong.sol:1 cites docs/escrow.md, which is not there',
    'packages/backend/src/Wrong.sol:1 cites a page that is not in the repository',
    'packages/backend/src/wrong.ts:6 cites domain/ledger.ts, which is not there',
    'packages/backend/src/wrong.ts:10 cites NOTES.md, which is not there',
    'packages/backend/src/wrong.ts:10 cites a page that is not in the repository',
    'packages/backend/src/wrong.ts:14 cites a page that is not in the repository',
    'packages/backend/src/wrong.ts:17 cites a page that is not in the repository',
    'packages/backend/src/wrong.ts:1 cites rule 2 of docs/money.md, which has none',
    'packages/backend/src/wrong.ts:5 cites rule 40 of docs/money.md, which has none',
  ])
})

test('behaviour: in the repository every citation leads somewhere, and every rule has a fast test', () => {
  expect(findBrokenCitations(join(import.meta.dirname, '..'))).toEqual([])
})

test('error: an empty folder is no proof', () => {
  const folder = join(import.meta.dirname, 'fixtures/nothing-here')
  expect(findBrokenCitations(folder)).toEqual([
    `no files found below ${folder}: the check would prove nothing`,
  ])
})
