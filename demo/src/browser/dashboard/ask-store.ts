/** Asks the store's server. Throws an `Error` with a readable sentence. */
export async function askStore<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, { ...init, headers: { accept: 'application/json' } }).catch(cause => {
    throw new Error('The store does not answer. Is the demo still running?', { cause })
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.error)
  return body
}
