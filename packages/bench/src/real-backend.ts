import { randomBytes } from 'node:crypto'
import { startChainOfOthers } from '../../backend/test/chain-of-others.ts'
import { makeMerchant } from '../../backend/test/make-merchant.ts'
import { BACKEND_SOURCE, type BackendLine, type ServerProcess, startServer } from './server-process.ts'

/** A backend as production has it: on a chain that somebody else runs, so that its units of work run side by side. */
export async function startRealBackend(
  folder: string,
  database: string,
): Promise<ServerProcess<BackendLine>> {
  const others = await startChainOfOthers()
  try {
    const { key } = await others.newOperator()
    const where = ['--data', folder, '--database-url', database]
    const server = await startServer(
      BACKEND_SOURCE,
      ['--port', '0', '--json', '--log', 'error', '--rate-limit', '1000000', ...where, ...others.args],
      { OPERATOR_KEY: key, SECRETS_KEY: randomBytes(32).toString('base64') },
    )
    const merchant = await makeMerchant(...where)
    const stop = async () => {
      await server.stop()
      await others.remove()
    }
    return { ...server, line: { ...server.line, merchant }, stop }
  } catch (error) {
    await others.remove()
    throw error
  }
}
