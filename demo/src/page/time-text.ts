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

/** A length of time as a clock shows it: `0:10`, `1:00:00`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** An instant to the minute: `Nov 26, 2:19 PM`. */
export function instantText(unixSeconds: number): string {
  return `${dateText(unixSeconds)}, ${timeText(unixSeconds)}`
}

/** The same to the second. */
export function exactInstantText(unixSeconds: number): string {
  return `${dateText(unixSeconds)}, ${timeText(unixSeconds, { second: '2-digit' })}`
}

/** The time alone on the day of `now`, else the date alone. */
export function nearText(unixSeconds: number, now: number): string {
  return dateText(unixSeconds) === dateText(now) ? timeText(unixSeconds) : dateText(unixSeconds)
}

export function dateText(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short' })
}

function timeText(unixSeconds: number, digits: Intl.DateTimeFormatOptions = {}): string {
  const format: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', ...digits }
  return new Date(unixSeconds * 1000).toLocaleTimeString('en', format).replaceAll('\u202f', ' ')
}
