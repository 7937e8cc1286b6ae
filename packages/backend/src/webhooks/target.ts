import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose IPv4 registry: this host, private, shared, loopback, link-local (metadata), tests, multicast, reserved. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * The parts of 2000::/3 that are no hosts on the Internet, or lead to an IPv4 address: protocol assignments, 6to4,
 * documentation.
 */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to a host on the public Internet. Text that is no IP address does not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  return isIPv6(address) && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

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
