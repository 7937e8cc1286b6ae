import { proposedLengths } from '../machine/duration-draft.ts'

const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  redirect: ['auto', 'none'],
  remember: ['browser', 'tab'],
}

const SETTINGS = [...Object.keys(CHOICES), 'duration', 'presets']

/** An attribute is a text, which none of these can be. */
const OBJECTS = ['appearance', 'texts', 'provider', 'wagmiconfig', 'wagmi-config']

/** The page's settings that the element ignores, one line each: the value, and the allowed values. */
export function ignoredValues(element: Element): string[] {
  const known = (element.constructor as unknown as { observedAttributes: string[] }).observedAttributes
  const misspelt = [...element.attributes].flatMap(({ name }) => {
    const meant = known.find(each => each !== name && plain(each) === plain(name))
    if (meant) return [`The attribute ${name} is ignored. Did you mean ${meant}?`]
    if (OBJECTS.includes(name)) return [`The attribute ${name} is ignored. Set the property, to an object.`]
    return []
  })
  // A framework may set the property instead of the attribute.
  const ignored = SETTINGS.flatMap(name => {
    const given = element.getAttribute(name) ?? (element as unknown as Record<string, unknown>)[name]
    const value = String(given ?? '')
    const takes = value === '' ? null : takesOf(name, value)
    return takes ? [`${name}="${value}" is ignored. Use ${takes}.`] : []
  })
  return [...misspelt, ...ignored]
}

/** The values that a setting takes, where this one is none of them. */
function takesOf(name: string, value: string): string | null {
  const choices = CHOICES[name as keyof typeof CHOICES]
  if (choices) return choices.includes(value) ? null : choices.map(choice => `"${choice}"`).join(' or ')
  const { length } = value.split(/[\s,]+/)
  const isTaken = proposedLengths(value).length === length
  if (name === 'duration')
    return isTaken && length === 1 ? null : 'a whole number of seconds from 60 to 2592000'
  return isTaken ? null : 'up to five whole numbers of seconds from 60 to 2592000'
}

function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase()
}
