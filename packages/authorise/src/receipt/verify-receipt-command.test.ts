import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { signedReceipt } from './a-receipt.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-receipt-'))
const RECEIPT = await signedReceipt()

afterAll(() => rmSync(folder, { recursive: true }))

test('default: a valid receipt', async () => {
  expect(await verify(RECEIPT)).toEqual([0, 'Everything agrees.\nThe payer signed exactly these terms.\n'])
})

test('error: a forged one', async () => {
  expect(await verify({ ...RECEIPT, charged_usd: '0.276', refunded_usd: '0.7212' })).toEqual([
    1,
    [
      'This receipt does not hold.',
      'The payer signed exactly these terms.',
      'fee_included_usd does not follow from the other fields',
      'net_usd does not follow from the other fields',
      'charged_usd is not rate × seconds, rounded down: 0.277',
      '',
    ].join('\n'),
  ])
})

test('error: no receipt at all', async () => {
  const [code, said] = await verify('{')
  expect([code, said.split('\n')[0]]).toEqual([1, 'This receipt does not hold.'])
})

/** The command's exit code and output. */
async function verify(receipt: unknown): Promise<[number, string]> {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, typeof receipt === 'string' ? receipt : JSON.stringify(receipt))
  const command = join(import.meta.dirname, '../../bin/verify-receipt.js')
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      ['--conditions=@per-second/source', command, file],
      (_error, stdout) => resolve([child.exitCode ?? -1, stdout]),
    )
  })
}
