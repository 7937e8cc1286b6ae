/** A decimal string with comma groups and six decimals, the rest cut off. */
export function sixDecimals(amount: string): string {
  const [integer = '0', fraction = ''] = amount.split('.')
  return `${integer.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(6, '0').slice(0, 6)}`
}
