import type { Appearance, AppearanceVariables } from './appearance.ts'
import { hexOf } from './hex-of.ts'
import { isHarmless } from './is-harmless.ts'

const CHOICES: Partial<Record<keyof Appearance, string[]>> = {
  theme: ['auto', 'light', 'dark', 'stripe', 'night', 'flat'],
  labels: ['above', 'floating'],
}
const MEMBERS = [...Object.keys(CHOICES), 'variables', 'rules', 'disableAnimations']

const VARIABLES: Record<keyof AppearanceVariables, (value: unknown) => boolean> = {
  colorPrimary: isColour,
  colorBackground: isColour,
  colorText: isColour,
  colorTextSecondary: isColour,
  colorDanger: isColour,
  colorSuccess: isColour,
  colorBorder: isHarmless,
  buttonColorBackground: isColour,
  buttonColorText: isColour,
  borderRadius: isHarmless,
  buttonBorderRadius: isHarmless,
  fontFamily: isHarmless,
  fontSizeBase: isHarmless,
  fontWeightMedium: isHarmless,
}

/** The parts of an appearance, beside its rules, that the element ignores, one line each: the value, and the allowed ones. */
export function ignoredAppearance(appearance: unknown): string[] {
  if (!isRecord(appearance))
    return [`appearance is ${written(appearance)} and is ignored. Set an object with ${listed(MEMBERS)}.`]
  const { variables = {} } = appearance
  const members = Object.entries(appearance).flatMap(([name, value]) => {
    if (!MEMBERS.includes(name)) return [`appearance.${name} is ignored. Use ${listed(MEMBERS)}.`]
    const choices = CHOICES[name as keyof Appearance]
    if (!choices || value === undefined || choices.includes(String(value))) return []
    return [`appearance.${name} is ${written(value)} and is ignored. Use ${listed(choices.map(written))}.`]
  })
  if (!isRecord(variables))
    return [...members, `appearance.variables is ${written(variables)} and is ignored. Set an object.`]
  const known = Object.keys(VARIABLES)
  const values = Object.entries(variables).flatMap(([name, value]) => {
    if (!known.includes(name)) return [`appearance.variables.${name} is ignored. Use ${listed(known)}.`]
    const isAllowed = VARIABLES[name as keyof AppearanceVariables]
    if (value === undefined || isAllowed(value)) return []
    const takes = isAllowed === isColour ? 'an opaque colour' : 'a CSS value that loads no file'
    return [`appearance.variables.${name} is ${written(value)} and is ignored. Use ${takes}.`]
  })
  return [...members, ...values]
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && hexOf(value) !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listed(words: readonly string[]): string {
  return words.join(' or ')
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
