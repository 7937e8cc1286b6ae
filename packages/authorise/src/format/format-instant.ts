/** A moment on the device's own clock and in its time zone; unix seconds. The calendar is the one that contracts are dated by. */
export function formatInstant(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(seconds * 1000)
}
