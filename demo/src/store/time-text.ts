const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A length of time in its two largest units: `3 min 20 s`, `2 days 4 h`. */
export function durationText(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  if (first < 0) return '0 s'
  let rest = seconds
  const parts: string[] = []
  for (const [name, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${name === 'day' && count > 1 ? 'days' : name}`)
  }
  return parts.join(' ')
}

/** An instant as a time of day, with the date when it is not today's. */
export function instantText(unixSeconds: number, now = new Date()): string {
  return onDay(unixSeconds, now, { hour: '2-digit', minute: '2-digit' })
}

/** The same to the second. */
export function exactInstantText(unixSeconds: number, now = new Date()): string {
  return onDay(unixSeconds, now, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

function onDay(unixSeconds: number, now: Date, digits: Intl.DateTimeFormatOptions): string {
  const instant = new Date(unixSeconds * 1000)
  const time = instant.toLocaleTimeString('en', { ...digits, hourCycle: 'h23' })
  if (instant.toDateString() === now.toDateString()) return time
  return `${instant.toLocaleDateString('en', { day: 'numeric', month: 'short' })}, ${time}`
}
