/** Basis points as per cent: 100 is "1%" in English and "1 %" in German. Two decimals suffice, so no digit is rounded. */
export function formatShare(basisPoints: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  }).format(basisPoints / 10_000)
}
