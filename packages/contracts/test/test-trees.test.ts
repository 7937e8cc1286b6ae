import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { renderTestTrees, renderTree } from '../scripts/test-trees.ts'

test.each(renderTestTrees())(
  '$path matches its tests, or else run npm run trees -w @per-second/contracts',
  tree => {
    expect(readFileSync(resolve(import.meta.dirname, '..', tree.path), 'utf8')).toBe(tree.text)
  },
)

test('conditions are branches, outcomes leaves', () => {
  const source = `contract SettleBatchTest is EscrowTest {
    function test_settleBatch_paysEach() public {}
    function test_settleBatch_reverts_whenTheListsDiffer() public {}
    function testFuzz_settleBatch_addsUp_whenTheListsDiffer(uint8 x) public {}
    function openMany() private {}
}`
  expect(renderTree('test/meter-escrow/settle-batch.t.sol', source)).toBe(`SettleBatchTest
├── it pays each
└── when the lists differ
    ├── it reverts
    └── it adds up (fuzz)
`)
})
