import type { Appearance } from '@per-second/authorise'

/** The playground's appearances by name. null leaves the element as it is. */
export const APPEARANCES: Readonly<Record<string, Appearance | null>> = {
  none: null,
  stripe: { theme: 'stripe', variables: { colorPrimary: '#635bff', borderRadius: '6px' } },
  night: { theme: 'night', variables: { colorPrimary: '#85d996' } },
  flat: { theme: 'flat', variables: { borderRadius: '0px' } },
  brand: {
    variables: { colorPrimary: '#b8400f', fontFamily: 'Georgia, serif', buttonBorderRadius: '99px' },
    rules: { '.Button': { letterSpacing: '0.02em' }, '.Amount': { fontWeight: '400' } },
    labels: 'floating',
  },
}
