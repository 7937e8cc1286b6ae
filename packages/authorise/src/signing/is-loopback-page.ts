/** Whether a page's origin is this very machine: nobody else can have been sent there. */
export function isLoopbackPage(origin: string): boolean {
  const hostname = URL.parse(origin)?.hostname ?? ''
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
