/**
 * The modules of Node that a program without a page uses, loaded where they are needed. Where the package's `browser` field counts,
 * `no-node-modules.ts` stands in for this file.
 */
export const nodeFiles = () => import('node:fs/promises')
export const nodeOs = () => import('node:os')
export const nodeCrypto = () => import('node:crypto')
