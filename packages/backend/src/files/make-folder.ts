import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and all that leads to it, for its owner only, or finds one. Folder by folder: Node's own recursion never ends where
 * the system makes no folders, as in /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    readdirSync(path)
    return
  }
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
