/** Where the service explains a code, from its own root. */
export function errorAddress(code: string): string {
  return `/docs/errors#${code}`
}
