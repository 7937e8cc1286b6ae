type NodeModule<Module> = () => Promise<Module>

/**
 * The modules of Node that a program without a page uses, loaded where they are needed. Where the package's `browser` field counts,
 * `no-node-modules.ts` stands in for this file.
 */
export const nodeFiles: NodeModule<typeof import('node:fs/promises')> = () => import('node:fs/promises')
export const nodeOs: NodeModule<typeof import('node:os')> = () => import('node:os')
export const nodeProcess: NodeModule<Pick<NodeJS.Process, 'pid' | 'kill'>> = () => import('node:process')
export const nodeCrypto: NodeModule<typeof import('node:crypto')> = () => import('node:crypto')
