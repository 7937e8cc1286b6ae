import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's folder of programs that usually only root starts. */
const SYSTEM_FOLDER = '/usr/sbin'

/**
 * The path of a program that npm does not have.
 *
 * @throws {Error} saying which package to install
 */
export function debianProgram(name: string, debianPackage: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), SYSTEM_FOLDER]
  const found = folders.map(folder => join(folder, name)).find(isExecutable)
  if (found === undefined) throw new Error(`This machine has no ${name}: apt-get install ${debianPackage}`)
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
