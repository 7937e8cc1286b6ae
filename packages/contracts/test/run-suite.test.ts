import { expect, test } from 'vitest'
import { failedTest } from '../mutation/run-suite.ts'

/** As forge 1.7.1 prints them. */
test.each([
  [
    '[PASS] test_open() (gas: 1)\n[FAIL: settled: 1 != 2] test_settle_charges() (gas: 3)\nSuite result: FAILED.',
    'test_settle_charges',
  ],
  [
    '[FAIL: gross: 1 != 2; counterexample: calldata=0x00 args=[1]] testFuzz_settle_rounds(uint128) (runs: 3)',
    'testFuzz_settle_rounds',
  ],
  [
    "[FAIL: escrow's balance: 1 != 2]\n\t[Sequence] (original: 2, shrunk: 1)\n\t\tsender=0x01 addr=[test/invariant/EscrowHandler.sol:EscrowHandler]0x02 calldata=open(uint256,uint256) args=[0, 1]\n invariant_solvent() (runs: 1, calls: 64, reverts: 0)\n",
    'invariant_solvent',
  ],
])('the failed test is found in forge’s output', (output, name) => {
  expect(failedTest(output)).toBe(name)
})

test('of a run that did not fail, no test is named', () => {
  expect(failedTest('Error: could not compile')).toBeUndefined()
})
