import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const HTTPS = 443

/** The host of a URL as sockets know it: without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * The ports that webhooks are sent to, at public addresses and by https, or null for any address and port, in local
 * mode.
 */
export type WebhookPorts = readonly number[] | null

/**
 * Why a webhook must not be sent to an address, as far as its text tells, or null. It must be https, to one of the
 * ports, and no host that names a private place. The target of a name is checked again at every attempt.
 *
 * @param url an absolute http(s) URL
 */
export function targetProblem(url: string, ports: WebhookPorts): string | null {
  if (ports === null) return null
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:') return 'must begin with https://'
  const host = hostOf(parsed).replace(/\.$/, '')
  const isPrivate =
    isIP(host) === 0
      ? !host.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(host)
      : !isPublicAddress(host)
  if (isPrivate) return 'must lead to a public address'
  return ports.includes(Number(parsed.port || HTTPS)) ? null : `must lead to port ${ports.join(' or ')}`
}
