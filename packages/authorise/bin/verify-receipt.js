#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { verifyReceipt } from '@per-second/authorise/receipt'

const [file, ...more] = process.argv.slice(2)
if (file === undefined || more.length > 0) {
  process.stderr.write('Usage: verify-receipt FILE\n')
  process.exit(2)
}

const SIGNATURES = {
  valid: 'The payer signed exactly these terms.',
  not_checkable: 'A contract wallet signed: only its chain can check that (ERC-1271).',
  missing: 'The receipt carries no signature.',
  invalid: 'The signature is not the payer’s over these terms.',
}

/** @returns the file's content, or undefined if it is no JSON */
function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
}

const { ok, signature, isKnownEscrow, problems } = await verifyReceipt(read())
process.stdout.write(
  `${ok ? 'Everything agrees.' : 'This receipt does not hold.'}\n${SIGNATURES[signature]}\n`,
)
if (ok && !isKnownEscrow) process.stdout.write('The escrow is none of this project’s own.\n')
for (const { field, message } of problems) process.stdout.write(`${field} ${message}\n`)
process.exit(ok && signature !== 'missing' ? 0 : 1)
