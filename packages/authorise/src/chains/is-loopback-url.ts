/** Whether an address leads to this very machine: nobody else can have been sent there. */
export function isLoopbackUrl(url: string): boolean {
  const hostname = URL.canParse(url) ? new URL(url).hostname : ''
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
