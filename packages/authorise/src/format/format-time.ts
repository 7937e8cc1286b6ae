import { formatInstant } from './format-instant.ts'

/** An instant of today by its time alone, of another day with its date, from unix seconds. */
export function formatTime(seconds: number, locale: string): string {
  const isToday = new Date(seconds * 1000).toDateString() === new Date().toDateString()
  if (!isToday) return formatInstant(seconds, locale)
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', numberingSystem: 'latn' }).format(
    seconds * 1000,
  )
}
