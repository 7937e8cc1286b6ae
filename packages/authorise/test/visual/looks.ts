import type { ScreenName } from '../screens.ts'

/** The settings of one picture. `file` names it. */
export type Look = { file: string; theme: 'light' | 'dark'; locale: string; width: number }

const DIRECTIONS = { ltr: 'en', rtl: 'ar' }

/** Screens that are also drawn in a sidebar, and in languages with longer words than English. */
const NARROW: ScreenName[] = [
  'choosing',
  'choosing-long',
  'reviewing-details',
  'error-not-enough',
  'error-unread',
  'meter-stopping',
  'receipt-canceled',
]

/** Every picture of a screen: both themes in both directions at full width, and for some the narrow and the wide page. */
export function looksOf(screen: ScreenName): Look[] {
  const looks: Look[] = (['light', 'dark'] as const).flatMap(theme =>
    Object.entries(DIRECTIONS).map(([direction, locale]) => ({
      file: `${theme}-${direction}`,
      theme,
      locale,
      width: 440,
    })),
  )
  if (NARROW.includes(screen)) {
    looks.push({ file: 'narrow-german', theme: 'light', locale: 'de', width: 320 })
    looks.push({ file: 'narrow-hebrew', theme: 'dark', locale: 'he', width: 320 })
  }
  if (screen === 'choosing') looks.push({ file: 'wide', theme: 'light', locale: 'en', width: 960 })
  return looks
}
