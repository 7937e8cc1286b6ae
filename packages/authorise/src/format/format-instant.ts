/** An instant in the device's time zone, from unix seconds. The calendar is the one used in contracts. */
export function formatInstant(
  seconds: number,
  locale: string,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle,
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(seconds * 1000)
}
