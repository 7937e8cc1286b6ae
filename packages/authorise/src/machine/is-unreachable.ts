/** Whether nobody answered: the one reason that goes away by itself, and whose words come with the page. */
export function isUnreachable({ code }: { code: string }): boolean {
  return code === 'service_unreachable' || code === 'service_timeout'
}
