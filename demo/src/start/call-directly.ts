import http from 'node:http'

/**
 * Keeps calls of this process away from the proxies of the environment, which Node uses with NODE_USE_ENV_PROXY=1. The
 * demo calls only this machine, and a proxy would look for its addresses on its own.
 */
export function callDirectly(): void {
  // Node has it from 24.14 on.
  http.setGlobalProxyFromEnv?.({ ...process.env, no_proxy: '*' })
}
