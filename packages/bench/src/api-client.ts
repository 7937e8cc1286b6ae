/** A merchant's server in three lines. Throws unless it is answered with 2xx. */
export function createApiClient(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }
  return {
    headers,
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body: object) => call<T>('POST', path, body),
  }
}

/** What every benchmark sells. */
export const PRODUCT = { name: 'GPU', rate_usd_per_second: '0.000277' }

export function sessionOf(product: string) {
  return { product, success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' }
}
