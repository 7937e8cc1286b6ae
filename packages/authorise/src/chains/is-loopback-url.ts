import { parsedUrl } from './web-url.ts'

/** Whether a URL leads to this machine, so that no other party receives the request. */
export function isLoopbackUrl(url: string): boolean {
  const hostname = parsedUrl(url)?.hostname ?? ''
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
