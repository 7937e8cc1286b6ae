import { readFileSync } from 'node:fs'
import { isFileError } from '../src/files/file-error.ts'

const START_TIME_FIELD = 22
const FIRST_FIELD_AFTER_NAME = 3

/**
 * When a process started, in the kernel's ticks since boot (proc(5), stat, field 22): with its id this names one process for good.
 * Null when there is no such process, it has ended and only waits to be collected, or the system has no /proc.
 */
export function processStartTime(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    if (isFileError(error, 'ENOENT') || isFileError(error, 'ESRCH')) return null
    throw error
  }
  // The name is in brackets and may hold anything, brackets too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  return fields[START_TIME_FIELD - FIRST_FIELD_AFTER_NAME] ?? null
}
