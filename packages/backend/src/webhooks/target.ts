import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The host of a URL as sockets know it: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Why an address must not be sent to, as far as its text tells, or null. In local mode everything goes. Elsewhere https only, and
 * no host that names a private place; where a name leads is checked again at every attempt.
 *
 * @param url an absolute http(s) URL
 */
export function targetProblem(url: string, local: boolean): string | null {
  if (local) return null
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:') return 'must begin with https://'
  const host = hostOf(parsed).replace(/\.$/, '')
  const isPrivate =
    isIP(host) === 0
      ? !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)
      : !isPublicAddress(host)
  return isPrivate ? 'must lead to a public address' : null
}
