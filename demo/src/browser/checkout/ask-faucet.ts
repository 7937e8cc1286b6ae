/** Asks the store's server for whole test AUSD, a decimal string. Throws an `Error` with a readable sentence. */
export async function askFaucet(address: string, amount: string): Promise<void> {
  const response = await fetch('/faucet', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount }),
  }).catch(cause => {
    throw new Error('The store does not answer. Is the demo still running?', { cause })
  })
  if (!response.ok) throw new Error((await response.json()).error)
}
