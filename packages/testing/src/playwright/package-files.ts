import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { TestingError, type TestingErrorCode } from '../testing-error.ts'

const AUTHORISE = dirname(createRequire(import.meta.url).resolve('@per-second/authorise/package.json'))

/** The test wallet, one classic script. @throws {TestingError} `wallet_script_missing` */
export function walletScript(): string {
  return read('dist/testing/test-wallet.js', 'wallet_script_missing').toString()
}

/** A file of the element as shops embed it. @throws {TestingError} `element_missing` */
export function elementFile(name: string): Buffer {
  return read(join('cdn', name), 'element_missing')
}

function read(file: string, code: TestingErrorCode): Buffer {
  try {
    return readFileSync(join(AUTHORISE, file))
  } catch (cause) {
    const message = `${join(AUTHORISE, file)} cannot be read. Install @per-second/authorise; in its own repository: npm run build.`
    throw new TestingError(code, message, { cause })
  }
}
