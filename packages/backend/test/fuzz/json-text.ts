/** JSON written by hand: texts that `JSON.stringify` would never produce. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A member list that may repeat names and name `__proto__`, which an object literal cannot. */
export type Members = [name: string, value: unknown][]

function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  return JSON.stringify(value) ?? 'null'
}

export function objectText(members: Members): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join()}}`
}
