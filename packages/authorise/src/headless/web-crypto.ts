/** The runtime's Web Crypto. Node 18 has it in a module only. */
export async function webCrypto(): Promise<Crypto> {
  return globalThis.crypto ?? ((await import('node:crypto')).webcrypto as Crypto)
}
