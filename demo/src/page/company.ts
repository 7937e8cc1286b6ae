/** The shop of this demo. It is made up, but everything it sells is a product of the billing service. */
export const COMPANY = {
  name: 'Ostra Compute',
  shortName: 'Ostra',
  place: 'Narvik, 68° north',
  /** The accent of the store's light theme, and of the element on its pages. */
  accent: '#b8400f',
} as const
