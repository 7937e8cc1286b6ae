import { TEST_PHASES } from '@per-second/authorise/testing'

/** One thing that can be chosen in the playground: its name in the address, and its values, the first of them being the default. */
export type PlaygroundOption = { name: string; label: string; values: readonly string[] }

/** The first phases of a shop come first here. */
export const PLAYGROUND_PHASES: readonly string[] = [...new Set<string>(['choosing', ...TEST_PHASES])]

/** Everything the playground's address may say. */
export const PLAYGROUND_OPTIONS: readonly PlaygroundOption[] = [
  { name: 'phase', label: 'Phase', values: PLAYGROUND_PHASES },
  { name: 'theme', label: 'Theme', values: ['auto', 'light', 'dark'] },
  {
    name: 'locale',
    label: 'Language',
    values: ['', 'en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'ja', 'ko', 'zh', 'ar', 'he'],
  },
  { name: 'appearance', label: 'Appearance', values: ['none', 'stripe', 'night', 'flat', 'brand'] },
  { name: 'accent', label: "Merchant's accent", values: ['', '#0a7f5a', '#ffd400', '#777777', '#d6336c'] },
  {
    name: 'rate',
    label: 'Rate per second',
    values: ['0.000277', '0', '0.00000000001', '0.75', '123456789012345'],
  },
  { name: 'cap', label: 'Fixed maximum, seconds', values: ['', '600', '86400', '2592000'] },
  { name: 'pause', label: 'Pausing', values: ['yes', 'no'] },
  { name: 'live', label: 'Mode', values: ['test', 'live'] },
  { name: 'walletconnect', label: 'WalletConnect', values: ['no', 'yes'] },
  { name: 'slots', label: 'Slots', values: ['none', 'filled'] },
  { name: 'width', label: 'Width', values: ['440', '280', '320', '360', '960'] },
]

/** The chosen values by name. An unknown value becomes the default. */
export function readPlayground(search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    PLAYGROUND_OPTIONS.map(({ name, values }) => {
      const asked = search.get(name)
      return [name, asked !== null && values.includes(asked) ? asked : (values[0] ?? '')]
    }),
  )
}
