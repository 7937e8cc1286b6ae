const VERSION_AND_PARTS = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const LONGEST = 512

/**
 * The header `traceparent` of W3C Trace Context, which names the trace of a request. It is passed on unchanged, because
 * this service makes no spans of its own. Of a later version only the fields of version 00 are kept.
 *
 * @returns null without one, and for an invalid one: the specification says to go on as if it were not there
 */
export function readTraceparent(header: string | undefined): string | null {
  if (header === undefined || header.length > LONGEST) return null
  const [, version, trace, parent, flags, more] = VERSION_AND_PARTS.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(trace ?? '') || /^0+$/.test(parent ?? '')) return null
  return `00-${trace}-${parent}-${version === '00' ? flags : flagsOf00(flags ?? '')}`
}

/** Version 00 knows one flag: that the caller may have recorded the trace. */
function flagsOf00(flags: string): string {
  return Number.parseInt(flags, 16) % 2 === 1 ? '01' : '00'
}
