import { expect, test, vi } from 'vitest'
import { pagePorts } from './ports.ts'

test('behaviour: where storage is refused, what one element of a page keeps the next one finds', () => {
  vi.stubGlobal('localStorage', undefined)
  pagePorts().storage.write('billing-authorise lock', 'asked')
  expect(pagePorts().storage.read('billing-authorise lock')).toBe('asked')
})
