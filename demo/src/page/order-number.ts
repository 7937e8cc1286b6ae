/** The shop's number of an order, from its checkout session: people read it out, and need no more of the id. */
export function orderNumber(session: string): string {
  return session.slice(-6).toUpperCase()
}
