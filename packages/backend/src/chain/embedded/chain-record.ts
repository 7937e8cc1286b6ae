import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isFileError } from '../../files/file-error.ts'
import { parseJson } from '../../files/parse-json.ts'

/**
 * The data kept between starts: the port, so that wallets keep their RPC URL, and the process that runs the chain.
 * `started` is the process's start time as the kernel counts it, because process ids are reused. It is null where it is
 * unknown.
 */
export type ChainRecord = { port: number; pid: number | null; started: string | null }

/** The record in `file`, or null when there is none that can be used: it only saves work. */
export function readChainRecord(file: string): ChainRecord | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
  return parseJson(text) as ChainRecord | null
}

export function writeChainRecord(file: string, record: ChainRecord): void {
  writeFileSync(`${file}.new`, JSON.stringify(record))
  renameSync(`${file}.new`, file)
}
