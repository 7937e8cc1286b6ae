/** Whether a URL leads to this machine, so that no other party receives the request. */
export function isLoopbackUrl(url: string): boolean {
  const hostname = URL.canParse(url) ? new URL(url).hostname : ''
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
